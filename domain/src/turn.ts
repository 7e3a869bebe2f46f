import { STATUS_GROUPS, type Status } from "./enumerations.ts";
import type { Issue } from "./issue.ts";

/** For whom a report can wait, each with its name on the page. */
export const TURN_LABELS = { admins: "Admins", reporter: "Its reporter" };

/** For whom an open report waits, and since when (an ISO instant). */
export interface Turn {
  who: keyof typeof TURN_LABELS;
  since: string;
}

// A resolved bug asks its members whether it is fixed for them (fix.ts), and waits for nobody in particular.
const ENDED: readonly Status[] = ["RESOLVED", ...STATUS_GROUPS.closed, "CANCELLED"];
// Latin, Arabic, and the wide one of East Asia; Greek has the semicolon, which is too common elsewhere.
const QUESTION_MARK = /[?؟？]/u;

/**
 * Whose turn it is: the reporter's if the last amendment is an admin's and asks something, else the admins', since the
 * first answer after their last amendment, or since that amendment if nobody has answered, or since the report was
 * filed. `null` for a report that is resolved, has ended or is closed. Nobody counts as asked by a hidden text.
 */
export function turnOf({
  status,
  amendments,
  createdAt,
  closedAs,
  duplicateOf,
}: Pick<Issue, "status" | "amendments" | "createdAt" | "closedAs" | "duplicateOf">): Turn | null {
  if (ENDED.includes(status) || closedAs !== undefined || duplicateOf !== undefined) return null;
  const shown = amendments.filter(({ hiddenAt }) => hiddenAt === undefined);
  const lastByAdmin = shown.findLastIndex(({ byAdmin }) => byAdmin);
  if (lastByAdmin < 0) return { who: "admins", since: createdAt };
  const answer = shown[lastByAdmin + 1];
  if (answer !== undefined) return { who: "admins", since: answer.createdAt };
  const { text, createdAt: since } = shown[lastByAdmin]!;
  return { who: QUESTION_MARK.test(text) ? "reporter" : "admins", since };
}
