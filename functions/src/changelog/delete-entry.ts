import { type Failure, LIMITS } from "@logbook/domain";
import type { Board } from "../board/board.ts";
import type { StoredBoardHead } from "../firestore/board-head.ts";
import { type Commit, updateDocument } from "../firestore/writes.ts";
import { type ApiResponse, failure, ok } from "../http/response.ts";
import {
  changelogWrites,
  countFailure,
  type EntryDocuments,
  NO_SUCH_ENTRY,
  parseEntry,
  toWireEntry,
} from "./stored-entry.ts";

const DAY_MS = 24 * 60 * 60_000;

const TOO_LATE = failure(
  "too-late",
  `A deleted entry can be restored for ${LIMITS.trashDays} days. That time is over, so it is gone.`,
);

/** Deletes an entry. It can be restored for 30 days; then Firestore deletes its document (`firestore.indexes.json`). */
export function deleteEntry({ entry, changelog }: EntryDocuments, now: Date): Commit | ApiResponse | Failure {
  const stored = parseEntry(entry);
  if (stored === null) return NO_SUCH_ENTRY;
  const respond = () => ok({});
  // Another admin was faster, or a response was lost.
  if (stored.purgeAt !== null) return respond();
  const isDraft = stored.publishedAt === null;
  const purgeAt = new Date(now.getTime() + LIMITS.trashDays * DAY_MS);
  return {
    writes: [
      updateDocument(`changelog/${stored.id}`, {
        fields: { purgeAt },
        mask: ["purgeAt", "listedAt", "draftedAt"],
        serverTimes: [],
      }),
      ...changelogWrites(changelog, {
        drafts: isDraft ? -1 : 0,
        published: isDraft ? 0 : -1,
        recent: { id: stored.id, title: null, at: null },
      }),
    ],
    respond,
  };
}

/** Takes the deletion of an entry back. Nobody is told of it again. The response is `{entry}`. */
export async function restoreEntry(
  board: Pick<Board, "reportsAt">,
  head: StoredBoardHead | null,
  { entry, changelog }: EntryDocuments,
  now: Date,
): Promise<Commit | ApiResponse | Failure> {
  const stored = parseEntry(entry);
  if (stored === null) return NO_SUCH_ENTRY;
  const { id, title, publishedAt: at, savedAt, purgeAt } = stored;
  const wireEntry = toWireEntry(stored, await board.reportsAt(head));
  const respond = () => ok({ entry: wireEntry });
  if (purgeAt === null) return respond();
  if (Date.parse(purgeAt) <= now.getTime()) return TOO_LATE;
  const limitFailure = countFailure(at === null ? "drafts" : "published", changelog);
  if (limitFailure !== null) return limitFailure;
  const [listField, listTime] = at === null ? (["draftedAt", savedAt] as const) : (["listedAt", at] as const);
  return {
    writes: [
      updateDocument(`changelog/${id}`, {
        fields: { [listField]: new Date(listTime) },
        mask: ["purgeAt", listField],
        serverTimes: [],
      }),
      ...changelogWrites(changelog, {
        drafts: at === null ? 1 : 0,
        published: at === null ? 0 : 1,
        recent: at === null ? null : { id, title, at },
      }),
    ],
    respond,
  };
}
