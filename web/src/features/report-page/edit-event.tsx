import {
  type EditedField,
  type Issue,
  isBlank,
  MESSAGES,
  PRIORITY_LABELS,
  PRIORITY_TERMS,
  TEXT_FIELDS,
  type WireEdit,
} from "@logbook/domain";
import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useId, useState } from "react";
import { useAreas } from "../../shared/areas/areas-context.ts";
import { Button, RetryButton } from "../../shared/ui/button.tsx";
import { RichText } from "../report/index.ts";
import { formerTextsQuery } from "./api.ts";

interface EditProps {
  event: WireEdit;
  type: Issue["type"];
}

/** Says what an edit has changed, such as 'edited the title: “old” → “new”'. Longer texts are in `FormerTexts`. */
export function EditText({ event, type }: EditProps) {
  if (event.amendment !== undefined) return <span>edited an amendment</span>;
  const changes = event.fields.map((field) => <FieldChange key={field} event={event} type={type} field={field} />);
  return (
    <>
      <span>edited </span>
      {changes.flatMap((change, index) => [
        <span key={`before ${change.key}`}>{separatorBefore(index, changes.length)}</span>,
        change,
      ])}
    </>
  );
}

function separatorBefore(index: number, count: number): string {
  if (index === 0) return "";
  return index === count - 1 ? " and " : ", ";
}

function FieldChange({ event: { title, priority }, type, field }: EditProps & { field: EditedField }): ReactNode {
  // A damaged entry of the history may lack the old or the new value: then only the field's name is shown.
  if (field === "title" && title)
    return (
      <>
        <span>the title: </span>
        <bdi>{`“${title.from}”`}</bdi>
        <span> → </span>
        <bdi>{`“${title.to}”`}</bdi>
      </>
    );
  const term = PRIORITY_TERMS[type].toLowerCase();
  if (field === "priority" && priority)
    return <span>{`the ${term}: ${PRIORITY_LABELS[priority.from]} → ${PRIORITY_LABELS[priority.to]}`}</span>;
  return <span>{field === "description" ? "the description" : `“${FIELD_LABELS[field].label}”`}</span>;
}

const FIELD_LABELS = { ...TEXT_FIELDS, text: { label: "Amendment" }, priority: { label: "Priority" } };

/** A button that shows the texts before an edit. Shows nothing if `EditText` already shows all changes. */
export function FormerTexts({ event }: { event: WireEdit }) {
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
  const areas = useAreas();
  if (isError)
    return (
      <p role="alert" className="text-sm">
        <span>The former text could not be loaded. </span>
        <RetryButton busy={isFetching} onClick={() => void refetch()} />
      </p>
    );
  if (data === undefined) return <p className="text-soft text-sm">{MESSAGES.loading}</p>;
  const textFields = fields.filter((field) => field !== "priority");
  return (
    <dl className="mt-2 grid gap-2 rounded-md border border-rule bg-sunken p-3">
      {textFields.map((field) => {
        const formerText = data.former[field] ?? "";
        // Of an area, the history has the id.
        const text = field === "area" ? (areas.find(({ id }) => id === formerText)?.name ?? "") : formerText;
        return (
          <div key={field}>
            <dt className="font-semibold text-soft text-xs">{`${FIELD_LABELS[field].label}, before`}</dt>
            <dd>{isBlank(text) ? <span className="text-soft">—</span> : <RichText text={text} />}</dd>
          </div>
        );
      })}
    </dl>
  );
}
