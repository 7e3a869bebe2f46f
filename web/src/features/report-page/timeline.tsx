import { type Issue, STATUS_LABELS, type WireEvent } from "@logbook/domain";
import type { ReactNode } from "react";
import { timelineAnchor } from "../../shared/screens/report-address.ts";
import { TimeAgo } from "../../shared/time/time-ago.tsx";
import { AdminMark } from "../../shared/ui/admin-mark.tsx";
import { Badge } from "../../shared/ui/badge.tsx";
import { STATUS_LOOKS } from "../../shared/ui/looks.ts";
import { RichText } from "../report/index.ts";
import { timelineEntries } from "./timeline-entries.ts";

interface TimelineProps {
  report: Issue;
  events: readonly WireEvent[];
}

/** Everything that has happened to a report, oldest first: its history and its amendments. */
export function Timeline({ report, events }: TimelineProps) {
  return (
    <ol className="mt-3 grid gap-3 border-rule border-s-2 ps-4">
      <Line at={report.createdAt}>
        <Name>{report.reporter}</Name> reported this
      </Line>
      {timelineEntries(report, events).map((entry) =>
        entry.kind === "event" ? (
          <Line key={entry.key} id={timelineAnchor(entry.at)} at={entry.at}>
            <EventText event={entry.event} />
          </Line>
        ) : (
          <li key={entry.key} id={timelineAnchor(entry.amendment.id)} tabIndex={-1} className="note">
            <RichText text={entry.amendment.text} />
            <p className="mt-1 flex flex-wrap items-center gap-x-2 text-soft text-xs">
              <span>
                <Name>{entry.amendment.createdBy}</Name>, <TimeAgo at={entry.at} />
              </span>
              <AdminMark byAdmin={entry.amendment.byAdmin} />
            </p>
          </li>
        ),
      )}
    </ol>
  );
}

function Line({ id, at, children }: { id?: string; at: string; children: ReactNode }) {
  return (
    <li id={id} tabIndex={-1} className="flex flex-wrap items-baseline gap-x-2 text-sm">
      <span>{children}</span>
      <span className="text-soft text-xs">
        <TimeAgo at={at} />
      </span>
    </li>
  );
}

const EVENT_WORDS = { deleted: "deleted this", restored: "restored this from the trash", created: "reported this" };

function EventText({ event }: { event: WireEvent }) {
  const name = event.by === "" ? "An admin" : <Name>{event.by}</Name>;
  if (event.kind !== "status")
    return (
      <>
        {name} {EVENT_WORDS[event.kind]}
      </>
    );
  return (
    <>
      {name} moved this from {STATUS_LABELS[event.from]} to{" "}
      <Badge {...STATUS_LOOKS[event.to]}>{STATUS_LABELS[event.to]}</Badge>
    </>
  );
}

function Name({ children }: { children: string }) {
  return (
    <strong dir="auto" className="font-semibold text-ink">
      {children}
    </strong>
  );
}
