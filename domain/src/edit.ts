import { DETAIL_FIELDS } from "./issue.ts";
import { LIMITS } from "./limits.ts";

/** The fields of a report that its reporter may edit. */
export const EDITABLE_FIELDS = ["title", "description", "priority", ...DETAIL_FIELDS] as const;

/** A field that an edit changed: a field of a report, or `text`, the text of an amendment. */
export type EditedField = (typeof EDITABLE_FIELDS)[number] | "text";

const EDIT_TIME_MS = LIMITS.editMinutes * 60_000;

/** How many milliseconds after `now` an author may still edit a text; 0 if the time is over or `createdAt` invalid. */
export function editTimeLeft({ createdAt }: { createdAt: string }, now: number): number {
  const createdAtMs = Date.parse(createdAt) || 0;
  return Math.max(0, createdAtMs + EDIT_TIME_MS - now);
}
