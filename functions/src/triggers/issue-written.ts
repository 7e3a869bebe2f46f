import type { DocumentSnapshot } from "firebase-admin/firestore";
import { commitWrites, readDocuments } from "../firestore/documents.ts";
import { millisOf, versionOfTimestamp } from "../firestore/version.ts";
import { moveBoard, setServerTime } from "../firestore/writes.ts";

/** A Firestore event about a write of `issues/{issueId}`. */
export interface IssueEvent {
  params: { issueId: string };
  data?: { before: DocumentSnapshot; after: DocumentSnapshot } | undefined;
}

// Firestore can read a document as it was up to an hour ago; the other 5 minutes are a margin.
const MAX_PAST_READ_MS = 55 * 60_000;

/**
 * Moves the board if a report was written without the API, for example in Firebase's console: `rereadAt` makes every
 * instance read all reports again, because no query by `updatedAt` finds the write. Idempotent.
 */
export async function issueWritten({ params: { issueId }, data }: IssueEvent): Promise<void> {
  // A report has this field while a backup is being restored (ops/backup/write-documents.ts).
  if (data === undefined || data.before.get("restoring") === true || data.after.get("restoring") === true) return;
  const outcome = await readDocuments(["boards/main", `trash/${issueId}`, `issues/${issueId}`]);
  if ("refusal" in outcome) throw new Error(`Firestore could not be read: ${outcome.refusal}.`);
  const [board, trashEntry, report] = outcome.documents;
  // A deleted report that exists again was restored meanwhile, by a write of its own.
  if (!data.after.exists && report !== null) return;
  const [before, after] = [data.before, data.after].map(
    ({ updateTime }) => updateTime && versionOfTimestamp(updateTime),
  );
  // A deletion by the API writes the trash entry in the same commit. An older entry belongs to an earlier deletion.
  const version = after ?? (trashEntry && trashEntry.version >= (before ?? 0) ? trashEntry.version : null);
  if (version !== null && millisOf(version) > Date.now() - MAX_PAST_READ_MS) {
    const { rereadAt } = board?.data ?? {};
    if (rereadAt instanceof Date && rereadAt.getTime() >= millisOf(version)) return;
    const pastOutcome = await readDocuments(["boards/main"], version);
    if ("refusal" in pastOutcome) throw new Error(`Firestore could not be read: ${pastOutcome.refusal}.`);
    const [pastBoard] = pastOutcome.documents;
    if (pastBoard?.version === version && pastBoard.data.issueId === issueId) return;
  }
  const move = moveBoard(issueId);
  await commitWrites([{ ...move, updateTransforms: [...move.updateTransforms!, setServerTime("rereadAt")] }]);
}
