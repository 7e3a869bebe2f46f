import { DETAIL_FIELDS } from "./issue.ts";
import { LIMITS } from "./limits.ts";

/** The fields of a report that its reporter may edit. */
export const EDITABLE_FIELDS = ["title", "description", "priority", ...DETAIL_FIELDS] as const;

/** A field that an edit changed: one of a report, or the text of an amendment. */
export type EditedField = (typeof EDITABLE_FIELDS)[number] | "text";

const EDIT_MS = LIMITS.editMinutes * 60_000;

/** The milliseconds for which the author may still edit a report or an amendment; 0 once the time is over. */
export function editTimeLeft({ createdAt }: { createdAt: string }, now: number): number {
  return Math.max(0, (Date.parse(createdAt) || 0) + EDIT_MS - now);
}
