import {
  DETAILS,
  type DetailField,
  type EditedField,
  type Issue,
  isBlank,
  MESSAGES,
  PRIORITY_LABELS,
  PRIORITY_TERMS,
  STATUS_LABELS,
  type User,
  type WireEdit,
  type WireEvent,
} from "@logbook/domain";
import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useId, useState } from "react";
import { formerTextsQuery } from "../../shared/api/report-queries.ts";
import { timelineAnchor } from "../../shared/screens/report-address.ts";
import { TimeAgo } from "../../shared/time/time-ago.tsx";
import { Badge } from "../../shared/ui/badge.tsx";
import { Button, RetryButton } from "../../shared/ui/button.tsx";
import { STATUS_LOOKS } from "../../shared/ui/looks.ts";
import { AmendmentItem, MemberName, RichText } from "../report/index.ts";

/** A report's amendments and the events of its history, oldest first. */
export function Timeline({ report, events, user }: { report: Issue; events: readonly WireEvent[]; user: User }) {
  const entries = [
    ...events
      // The first line says who created the report and when, so that also a report older than the history has this line.
      .filter(({ kind }) => kind !== "created")
      .map((event) => ({
        at: event.at,
        item: <EventLine key={`${event.kind} ${event.at}`} event={event} type={report.type} />,
      })),
    ...report.amendments.map((amendment) => ({
      at: amendment.createdAt,
      item: <AmendmentItem key={amendment.id} id={timelineAnchor(amendment.id)} {...{ amendment, report, user }} />,
    })),
  ];
  return (
    <ol className="mt-3 grid gap-3 border-rule border-s-2 ps-4">
      <Line at={report.createdAt}>
        <MemberName>{report.reporter}</MemberName> {EVENT_WORDS.created}
      </Line>
      {entries.sort((a, b) => a.at.localeCompare(b.at)).map(({ item }) => item)}
    </ol>
  );
}

function EventLine({ event, type }: { event: WireEvent; type: Issue["type"] }) {
  return (
    <Line id={timelineAnchor(event.at)} at={event.at} after={event.kind === "edited" && <FormerTexts event={event} />}>
      {/* The history does not know the author of a write that bypassed the rules, as in Firebase's console. */}
      {event.by === "" ? "An admin" : <MemberName>{event.by}</MemberName>} <EventText event={event} type={type} />
    </Line>
  );
}

function Line({ id, at, children, after }: { id?: string; at: string; children: ReactNode; after?: ReactNode }) {
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

const LABELS: Partial<Record<EditedField, string>> = {
  title: "Title",
  description: "Description",
  text: "Amendment",
  priority: "Priority",
};

const fieldLabel = (field: EditedField): string => LABELS[field] ?? DETAILS[field as DetailField].label;

interface EventProps {
  event: WireEdit;
  type: Issue["type"];
}

/** Says what an edit has changed, such as 'edited the title: “old” → “new”'. Longer texts are in `FormerTexts`. */
function EditText({ event, type }: EventProps) {
  if (event.amendment !== undefined) return "edited an amendment";
  const changes = event.fields.map((field) => <FieldChange key={field} event={event} type={type} field={field} />);
  return <>edited {changes.flatMap((change, index) => [separatorBefore(index, changes.length), change])}</>;
}

function separatorBefore(index: number, count: number): string {
  if (index === 0) return "";
  return index === count - 1 ? " and " : ", ";
}

function FieldChange({ event: { title, priority }, type, field }: EventProps & { field: EditedField }): ReactNode {
  // A damaged entry of the history may lack the old or the new value: then only the field's name is shown.
  if (field === "title" && title)
    return (
      <>
        the title: <bdi>“{title.from}”</bdi> → <bdi>“{title.to}”</bdi>
      </>
    );
  if (field === "priority" && priority)
    return `the ${PRIORITY_TERMS[type].toLowerCase()}: ${PRIORITY_LABELS[priority.from]} → ${PRIORITY_LABELS[priority.to]}`;
  return field === "description" ? "the description" : `“${fieldLabel(field)}”`;
}

/** A button that shows the texts before an edit. Shows nothing if `EditText` already shows all changes. */
function FormerTexts({ event }: { event: WireEdit }) {
  const [isOpen, setIsOpen] = useState(false);
  const listId = useId();
  if (event.fields.every((field) => field === "title" || field === "priority")) return null;
  return (
    <>
      <Button
        variant="ghost"
        size="sm"
        className="icon-after icon-chevron-down -my-1 aria-expanded:after:rotate-180 print:hidden"
        aria-expanded={isOpen}
        aria-controls={listId}
        onClick={() => setIsOpen(!isOpen)}
      >
        Former text
      </Button>
      <div id={listId} className="basis-full">
        {isOpen && <FormerTextList eventId={event.id} fields={event.fields} />}
      </div>
    </>
  );
}

function FormerTextList({ eventId, fields }: { eventId: string; fields: EditedField[] }) {
  const { data, isError, isFetching, refetch } = useQuery(formerTextsQuery(eventId));
  if (isError)
    return (
      <p role="alert" className="text-sm">
        The former text could not be loaded. <RetryButton busy={isFetching} onClick={() => void refetch()} />
      </p>
    );
  if (data === undefined) return <p className="text-soft text-sm">{MESSAGES.loading}</p>;
  return (
    <dl className="mt-2 grid gap-2 rounded-md border border-rule bg-sunken p-3">
      {fields
        .filter((field) => field !== "priority")
        .map((field) => [field, data.former[field] ?? ""] as const)
        .map(([field, text]) => (
          <div key={field}>
            <dt className="font-semibold text-soft text-xs">{fieldLabel(field)}, before</dt>
            <dd>{isBlank(text) ? <span className="text-soft">—</span> : <RichText text={text} />}</dd>
          </div>
        ))}
    </dl>
  );
}
