import {
  DETAILS,
  type DetailField,
  type EditedField,
  type Issue,
  isBlank,
  MESSAGES,
  PRIORITY_LABELS,
  PRIORITY_TERMS,
  type WireEdit,
} from "@logbook/domain";
import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useId, useState } from "react";
import { formerTextsQuery } from "../../shared/api/edits.ts";
import { Button, RetryButton } from "../../shared/ui/button.tsx";
import { RichText } from "../report/index.ts";

const LABELS: Partial<Record<EditedField, string>> = {
  title: "Title",
  description: "Description",
  text: "Amendment",
  priority: "Priority",
};

const labelOf = (field: EditedField): string => LABELS[field] ?? DETAILS[field as DetailField].label;

interface EventProps {
  event: WireEdit;
  type: Issue["type"];
}

/** Says what an edit has changed, such as 'edited the title: “old” → “new”'. */
export function EditText({ event, type }: EventProps) {
  if (event.amendment !== undefined) return "edited an amendment";
  const parts = event.fields.map((field) => <EditedPart key={field} {...{ event, type, field }} />);
  return <>edited {parts.flatMap((part, index) => [separatorBefore(index, parts.length), part])}</>;
}

function separatorBefore(index: number, count: number): string {
  if (index === 0) return "";
  return index === count - 1 ? " and " : ", ";
}

function EditedPart({ event: { title, priority }, type, field }: EventProps & { field: EditedField }): ReactNode {
  if (field === "title" && title)
    return (
      <>
        the title: <bdi>“{title.from}”</bdi> → <bdi>“{title.to}”</bdi>
      </>
    );
  if (field === "priority" && priority)
    return `the ${PRIORITY_TERMS[type].toLowerCase()}: ${PRIORITY_LABELS[priority.from]} → ${PRIORITY_LABELS[priority.to]}`;
  return field === "description" ? "the description" : `“${labelOf(field)}”`;
}

/** A button that shows the texts before an edit; `null` if `EditText` already shows all changes. */
export function FormerTexts({ event }: { event: WireEdit }) {
  const [isOpen, setIsOpen] = useState(false);
  const id = useId();
  if (event.fields.every((field) => field === "title" || field === "priority")) return null;
  return (
    <>
      <Button
        variant="ghost"
        size="sm"
        className="icon-after icon-chevron-down -my-1 aria-expanded:after:rotate-180 print:hidden"
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setIsOpen(!isOpen)}
      >
        Former text
      </Button>
      <div id={id} className="basis-full">
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
        .map((field) => (
          <div key={field}>
            <dt className="font-semibold text-soft text-xs">{labelOf(field)}, before</dt>
            <dd>
              {isBlank(data.former[field] ?? "") ? (
                <span className="text-soft">—</span>
              ) : (
                <RichText text={data.former[field] ?? ""} />
              )}
            </dd>
          </div>
        ))}
    </dl>
  );
}
