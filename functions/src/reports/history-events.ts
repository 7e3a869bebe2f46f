import {
  type ClosingReason,
  EDITABLE_FIELDS,
  type EditedField,
  type Issue,
  type Priority,
  type ReportName,
  type Status,
} from "@logbook/domain";

/**
 * An event in a report's history (`history/{eventId}`), without its report, author and time. `from` and `to` are
 * statuses, usernames of assignees, or reasons of a closing; `to` is the amendment's id if the event is about an
 * amendment. `about` is the uid of the member who is told of the event.
 */
export type HistoryEvent =
  | { kind: "created" | "restored"; from: null; to: Status }
  | { kind: "status"; from: Status; to: Status }
  | { kind: "amended"; from: null; to: string }
  | { kind: "closed"; from: null; to: ClosingReason; of: ReportName | null }
  | { kind: "reopened"; from: ClosingReason; to: null }
  | { kind: "assigned"; from: string | null; to: string | null }
  | { kind: "pinned" | "unpinned"; from: null; to: null }
  | { kind: "hidden" | "unhidden"; from: null; to: string; about: string }
  | { kind: "published"; from: null; to: null; entry: PublishedEntry }
  | EditEvent;

/**
 * An entry of What's new that links to the report, and the reports to which it has linked before, each with the time at
 * which its followers were told.
 */
type PublishedEntry = { id: string; told: { readonly [issueId: string]: Date } };

/** `former` has the texts before the edit, `current` the new title and priority if the edit changed them. */
type EditEvent = {
  kind: "edited";
  from: null;
  to: string | null;
  fields: readonly EditedField[];
  former: Partial<Record<EditedField, string>>;
  current: { title?: string; priority?: Priority };
};

/** The event of an edit of a report: `values` has the new values of the edited fields. */
export function reportEditEvent(
  report: Issue,
  values: Partial<Pick<Issue, (typeof EDITABLE_FIELDS)[number]>>,
): EditEvent {
  const fields = EDITABLE_FIELDS.filter((field) => values[field] !== undefined);
  const { title, priority } = values;
  return {
    kind: "edited",
    from: null,
    to: null,
    fields,
    former: Object.fromEntries(fields.map((field) => [field, report[field]])),
    current: { ...(title !== undefined && { title }), ...(priority !== undefined && { priority }) },
  };
}

/** The event of an edit of an amendment with this text before. */
export const amendmentEditEvent = (amendmentId: string, formerText: string): EditEvent => ({
  kind: "edited",
  from: null,
  to: amendmentId,
  fields: ["text"],
  former: { text: formerText },
  current: {},
});
