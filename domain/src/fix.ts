import type { CloseReason, DuplicateTarget } from "./closing.ts";
import type { IssueType, Status } from "./enumerations.ts";

/** The last two statuses of a bug: a step between them leaves the answers to 'Fixed for you?', every other one removes them. */
const KEEPING_STATUSES: readonly Status[] = ["RESOLVED", "CLOSED"];

/** Whether the answers stay with a report that is moved to this status. Otherwise they start anew. */
export const keepsFixAnswers = (to: Status): boolean => KEEPING_STATUSES.includes(to);

/** Whether a report asks its members 'Fixed for you?': a Resolved bug or a Completed feature that is not closed. */
export function asksIfFixed({
  type,
  status,
  closedAs,
  duplicateOf,
}: {
  type: IssueType;
  status: Status;
  closedAs?: CloseReason;
  duplicateOf?: DuplicateTarget;
}): boolean {
  return status === (type === "bug" ? "RESOLVED" : "COMPLETED") && closedAs === undefined && duplicateOf === undefined;
}

/** The answers to 'Fixed for you?': how many members say yes, and for how many it still happens. */
export interface FixTally {
  yes: number;
  no: number;
}

/** The answers in words: `5 yes, 2 still happen`. */
export function fixTallyText({ yes, no }: FixTally): string {
  const parts = [yes > 0 && `${yes} yes`, no > 0 && (no === 1 ? "1 still happens" : `${no} still happen`)];
  return parts.filter(Boolean).join(", ");
}
