import { CLOSE_REASON_LABELS, type Issue, STATUS_LABELS, type User, type WireEvent } from "@logbook/domain";
import type { ReactNode } from "react";
import { reportReference, timelineAnchor } from "../../shared/screens/report-address.ts";
import { TimeAgo } from "../../shared/time/time-ago.tsx";
import { Badge } from "../../shared/ui/badge.tsx";
import { ReportLink } from "../../shared/ui/links.tsx";
import { STATUS_LOOKS } from "../../shared/ui/looks.ts";
import { NewsLink } from "../../shared/ui/news-link.tsx";
import { AmendmentItem, MemberName } from "../report/index.ts";
import { AmendmentActs } from "./amendment-acts.tsx";
import { EditText, FormerTexts } from "./edit-event.tsx";

interface TimelineProps {
  report: Issue;
  events: readonly WireEvent[];
  user: User;
  /** The button for earlier events, if there are any that `events` does not have. */
  earlierButton?: ReactNode;
}

/** A report's amendments and the events of its history, oldest first. */
export function Timeline({ report, events, user, earlierButton }: TimelineProps) {
  const entries = [
    ...events
      // The creation is shown from the report itself, because a report may be older than the history.
      .filter(({ kind }) => kind !== "created")
      .map((event) => ({
        at: event.at,
        item: <EventEntry key={`${event.kind} ${event.at}`} event={event} type={report.type} />,
      })),
    ...report.amendments.map((amendment) => ({
      at: amendment.createdAt,
      item: (
        <AmendmentItem
          key={amendment.id}
          id={timelineAnchor(amendment.id)}
          {...{ amendment, report, user }}
          acts={user.isAdmin && <AmendmentActs {...{ amendment, report, user }} />}
        />
      ),
    })),
  ];
  return (
    <ol className="mt-3 grid gap-3 border-rule border-s-2 ps-4">
      <Entry at={report.createdAt}>
        <MemberName>{report.reporter}</MemberName>
        <span>{` ${EVENT_WORDS.created}`}</span>
      </Entry>
      {earlierButton && <li className="print:hidden">{earlierButton}</li>}
      {entries.sort((a, b) => a.at.localeCompare(b.at)).map(({ item }) => item)}
    </ol>
  );
}

function EventEntry({ event, type }: { event: WireEvent; type: Issue["type"] }) {
  const formerTexts = event.kind === "edited" && <FormerTexts event={event} />;
  return (
    <Entry id={timelineAnchor(event.at)} at={event.at} formerTexts={formerTexts}>
      {/* The history does not know the author of a write that bypassed the rules, as in Firebase's console. */}
      {event.by === "" ? <span>An admin</span> : <MemberName>{event.by}</MemberName>}
      <span> </span>
      <EventText event={event} type={type} />
    </Entry>
  );
}

interface EntryProps {
  id?: string;
  at: string;
  formerTexts?: ReactNode;
  children: ReactNode;
}

function Entry({ id, at, formerTexts, children }: EntryProps) {
  return (
    <li id={id} tabIndex={-1} className="flex flex-wrap items-baseline gap-x-2 text-sm">
      <span>{children}</span>
      <span className="text-soft text-xs">
        <TimeAgo at={at} />
      </span>
      {formerTexts}
    </li>
  );
}

const closingWords = (reason: keyof typeof CLOSE_REASON_LABELS) => `“${CLOSE_REASON_LABELS[reason]}”`;

function ClosingText({ event }: { event: WireEvent & { kind: "closed" | "reopened" } }) {
  const { reason } = event;
  if (reason !== "duplicate")
    return (
      <span>
        {event.kind === "closed"
          ? `closed this: ${closingWords(reason)}`
          : `reopened this, which was closed: ${closingWords(reason)}`}
      </span>
    );
  if (event.kind === "reopened") return <span>marked this as no duplicate</span>;
  if (event.of === undefined) return <span>closed this as a duplicate</span>;
  const { number, title } = event.of;
  return (
    <>
      <span>closed this as a duplicate of </span>
      <ReportLink reference={reportReference(event.of)} className="font-semibold text-accent underline">
        <span className="tabular-nums">{number === null ? "" : `#${number} `}</span>
        <bdi>{title}</bdi>
      </ReportLink>
    </>
  );
}

const EVENT_WORDS = {
  deleted: "deleted this",
  restored: "restored this from the trash",
  created: "reported this",
  pinned: "pinned this above the list",
  unpinned: "unpinned this",
  hidden: "hid an amendment",
  unhidden: "showed a hidden amendment again",
};

function EventText({ event, type }: { event: WireEvent; type: Issue["type"] }) {
  if (event.kind === "edited") return <EditText event={event} type={type} />;
  if (event.kind === "closed" || event.kind === "reopened") return <ClosingText event={event} />;
  if (event.kind === "assigned") return <AssignmentText event={event} />;
  if (event.kind === "published")
    return (
      <>
        <span>wrote about this in </span>
        <NewsLink className="font-semibold text-accent underline">What’s new</NewsLink>
      </>
    );
  if (event.kind !== "status") return <span>{EVENT_WORDS[event.kind]}</span>;
  return (
    <>
      <span>{`moved this from ${STATUS_LABELS[event.from]} to `}</span>
      <Badge {...STATUS_LOOKS[event.to]}>{STATUS_LABELS[event.to]}</Badge>
    </>
  );
}

function AssignmentText({ event: { by, from, to } }: { event: Extract<WireEvent, { kind: "assigned" }> }) {
  if (from === by && to === null) return <span>gave this back</span>;
  if (from === null) return <span>took this</span>;
  return (
    <>
      <span>{to === null ? "freed this from " : "took this over from "}</span>
      <MemberName>{from}</MemberName>
    </>
  );
}
