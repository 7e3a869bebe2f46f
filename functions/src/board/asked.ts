import { type Entry, reportOf } from "./entry.ts";
import type { Reports } from "./reports.ts";

/** Whether a member has an entry in a map by uid. */
export const hasMark = (marks: Readonly<Record<string, unknown>> | null, uid: string): boolean =>
  marks !== null && Object.hasOwn(marks, uid);

/**
 * Whether a report asks a member 'Fixed for you?' for another reason than that they filed it: they vote for it or see it
 * too, have answered before, or one of these or the filing is true of its duplicates. `votes` has the ids of the reports
 * for which the member votes.
 */
export function isAskedIfFixed(
  entry: Entry,
  { duplicates }: Pick<Reports, "duplicates">,
  { uid, username }: { uid: string; username: string },
  votes: { has(id: string): boolean },
): boolean {
  const isMarked = ({ id, sightings }: Entry): boolean => votes.has(id) || hasMark(sightings, uid);
  return (
    isMarked(entry) ||
    hasMark(entry.fixAnswers, uid) ||
    duplicates
      .duplicatesOf(entry.id)
      .some((duplicate) => isMarked(duplicate) || reportOf(duplicate).user.username === username)
  );
}
