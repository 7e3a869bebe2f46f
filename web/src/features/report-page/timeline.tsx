import { type Issue, STATUS_LABELS, type User, type WireEvent } from "@logbook/domain";
import type { ReactNode } from "react";
import { timelineAnchor } from "../../shared/screens/report-address.ts";
import { TimeAgo } from "../../shared/time/time-ago.tsx";
import { Badge } from "../../shared/ui/badge.tsx";
import { STATUS_LOOKS } from "../../shared/ui/looks.ts";
import { AmendmentItem } from "../report/index.ts";
import { EditText, FormerTexts } from "./edit-event.tsx";
import { timelineEntries } from "./timeline-entries.ts";

interface TimelineProps {
  report: Issue;
  events: readonly WireEvent[];
  user: User;
}

export function Timeline({ report, events, user }: TimelineProps) {
  return (
    <ol className="mt-3 grid gap-3 border-rule border-s-2 ps-4">
      <EventLine at={report.createdAt}>
        <MemberName>{report.reporter}</MemberName> {EVENT_WORDS.created}
      </EventLine>
      {timelineEntries(report, events).map((entry) =>
        entry.kind === "event" ? (
          <EventLine
            key={entry.key}
            id={timelineAnchor(entry.at)}
            at={entry.at}
            after={entry.event.kind === "edited" && <FormerTexts event={entry.event} />}
          >
            {entry.event.by === "" ? UNKNOWN_ADMIN : <MemberName>{entry.event.by}</MemberName>}{" "}
            <EventText event={entry.event} type={report.type} />
          </EventLine>
        ) : (
          <AmendmentItem
            key={entry.key}
            id={timelineAnchor(entry.amendment.id)}
            amendment={entry.amendment}
            report={report}
            user={user}
          />
        ),
      )}
    </ol>
  );
}

function EventLine({ id, at, children, after }: { id?: string; at: string; children: ReactNode; after?: ReactNode }) {
  return (
    <li id={id} tabIndex={-1} className="flex flex-wrap items-baseline gap-x-2 text-sm">
      <span>{children}</span>
      <span className="text-soft text-xs">
        <TimeAgo at={at} />
      </span>
      {after}
    </li>
  );
}

// The history does not know the author of a write that bypassed the rules, as in Firebase's console.
const UNKNOWN_ADMIN = "An admin";

const EVENT_WORDS = { deleted: "deleted this", restored: "restored this from the trash", created: "reported this" };

function EventText({ event, type }: { event: WireEvent; type: Issue["type"] }) {
  if (event.kind === "edited") return <EditText event={event} type={type} />;
  if (event.kind !== "status") return EVENT_WORDS[event.kind];
  return (
    <>
      moved this from {STATUS_LABELS[event.from]} to{" "}
      <Badge {...STATUS_LOOKS[event.to]}>{STATUS_LABELS[event.to]}</Badge>
    </>
  );
}

function MemberName({ children }: { children: string }) {
  return (
    <strong dir="auto" className="font-semibold text-ink">
      {children}
    </strong>
  );
}
