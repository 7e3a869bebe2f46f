/** Why an admin has closed a report that is no duplicate, with each reason's words on the page. */
export const CLOSE_REASON_LABELS = {
  "not-reproducible": "Cannot be reproduced",
  "not-planned": "Not planned",
  "as-intended": "Works as intended",
};
export type CloseReason = keyof typeof CLOSE_REASON_LABELS;
export const CLOSE_REASONS = Object.keys(CLOSE_REASON_LABELS) as CloseReason[];

/** What an admin can close a report as. It changes no status. */
export type ClosingReason = CloseReason | "duplicate";
export const CLOSING_REASONS: readonly ClosingReason[] = ["duplicate", ...CLOSE_REASONS];

// A type and no interface, so that it is storable as it is.
/** What identifies a report to a reader. */
export type ReportName = {
  id: string;
  /** `null` until a job has numbered an imported report. */
  number: number | null;
  title: string;
};

/**
 * The report of which another one is a duplicate since the instant `since`. Lists and the report's page add its number
 * and title; the response to a write lacks them.
 */
export interface DuplicateTarget extends Partial<ReportName> {
  id: string;
  since: string;
}

/** A closing in the history and the news: `of` is the report of which the closed one is a duplicate. */
export interface Closing {
  reason: ClosingReason;
  of?: ReportName;
}

/** What stands beside the status of a closed report, such as 'Duplicate of #12'; `null` if it is not closed. */
export function closingText({
  duplicateOf,
  closedAs,
}: {
  duplicateOf?: DuplicateTarget;
  closedAs?: CloseReason;
}): string | null {
  if (duplicateOf !== undefined) return duplicateText(duplicateOf);
  return closedAs === undefined ? null : CLOSE_REASON_LABELS[closedAs];
}

/** An imported report has no number until a job has given it one. */
export const duplicateText = ({ number }: Partial<ReportName>): string =>
  `Duplicate of ${number ? `#${number}` : "another report"}`;
