import { isDeepStrictEqual } from "node:util";
import { type EntryBody, type Failure, isId, LIMITS } from "@logbook/domain";
import type { Caller } from "../accounts/session.ts";
import type { Board } from "../board/board.ts";
import type { Reports } from "../board/reports.ts";
import type { StoredBoardHead } from "../firestore/board-head.ts";
import { type Commit, moveBoard, updateDocument, type Write } from "../firestore/writes.ts";
import { type ApiResponse, failure, isFailure, ok } from "../http/response.ts";
import { eventWrite } from "../reports/change-report.ts";
import {
  changelogWrites,
  countFailure,
  type EntryDocuments,
  type LinkedReport,
  NO_SUCH_ENTRY,
  parseEntry,
  type StoredEntry,
  toWireEntry,
} from "./stored-entry.ts";

const CONFLICT = failure(
  "conflict",
  "Somebody else has changed this entry since you opened it, so your text was not stored and theirs is not lost.",
);
const TOO_MANY_TOLD = failure(
  "full",
  `An entry can name at most ${LIMITS.entryToldReports} different reports over time. Please write another entry.`,
);

/**
 * Stores an entry of What's new: a new one, new texts of a draft or of a published entry, or the publication of a draft.
 * If the same is sent again, because a response was lost, nothing is stored. The response is `{entry}`.
 */
export async function saveEntry(
  board: Pick<Board, "reportsAt">,
  head: StoredBoardHead | null,
  caller: Caller,
  documents: EntryDocuments,
  { entryId, body }: { entryId: string; body: EntryBody },
): Promise<Commit | ApiResponse | Failure> {
  if (!isId(entryId)) return NO_SUCH_ENTRY;
  const stored = parseEntry(documents.entry);
  if (stored === null ? body.from !== "" : stored.purgeAt !== null) return NO_SUCH_ENTRY;
  const reports = await board.reportsAt(head);
  const links = findLinks(body.reports, reports);
  if (isFailure(links)) return links;
  const isPublished = stored !== null && stored.publishedAt !== null;
  // An entry is published by one commit only, the one with this flag.
  const isPublication = body.publish && !isPublished;
  if (stored !== null && !isPublication && hasContent(stored, body)) return ok({ entry: toWireEntry(stored, reports) });
  if (stored !== null && stored.savedAt !== body.from) return CONFLICT;

  const isAdded = stored === null || isPublication;
  const limitFailure = isAdded ? countFailure(isPublication ? "published" : "drafts", documents.changelog) : null;
  if (limitFailure !== null) return limitFailure;
  const told = stored?.told ?? new Map<string, string>();
  const toldNow = isPublication || isPublished ? links.filter(({ id }) => !told.has(id)).map(({ id }) => id) : [];
  if (told.size + toldNow.length > LIMITS.entryToldReports) return TOO_MANY_TOLD;

  const { title, text } = body;
  const author = { byId: caller.uid, byName: caller.username };
  const fields = { title, text, reports: links, ...(stored === null && author) };
  const timeFields = [
    "savedAt",
    ...(isPublication ? ["publishedAt", "listedAt"] : []),
    ...(isPublished ? ["editedAt"] : []),
    ...(stored === null && !isPublication ? ["draftedAt"] : []),
  ];
  return {
    writes: [
      updateDocument(`changelog/${entryId}`, {
        fields,
        mask: [...Object.keys(fields), ...(isPublication ? ["draftedAt"] : [])],
        serverTimes: [...timeFields, ...toldNow.map((id) => `told.\`${id}\``)],
      }),
      ...changelogWrites(documents.changelog, {
        drafts: Number(stored === null && !isPublication) - Number(stored !== null && isPublication),
        published: Number(isPublication),
        recent: isPublication || isPublished ? { id: entryId, title, at: stored?.publishedAt ?? null } : null,
      }),
      ...toldNow.map((id) => tellWrite(caller, id, { entryId, told })),
      // The move is about no report: it tells every open page to load its news.
      ...(isPublication || toldNow.length > 0 ? [moveBoard("")] : []),
    ],
    respond: (time) => {
      const savedAt = time.toISOString();
      const publishedAt = isPublication ? savedAt : (stored?.publishedAt ?? null);
      const byName = stored?.byName ?? caller.username;
      const editedAt = isPublished ? savedAt : null;
      const entry = { id: entryId, title, text, reports: links, byName, publishedAt, editedAt, savedAt };
      return ok({ entry: toWireEntry(entry, reports) });
    },
  };
}

/** The reports with these numbers; a failure that names those that do not exist. */
function findLinks(numbers: readonly number[], reports: Pick<Reports, "byNumber">): LinkedReport[] | Failure {
  const found = numbers.map((number) => ({ number, id: reports.byNumber(number)?.id }));
  const missing = found.filter(({ id }) => id === undefined).map(({ number }) => `#${number}`);
  if (missing.length === 0) return found as LinkedReport[];
  const [subject, pronoun] = missing.length === 1 ? ["There is no report", "it"] : ["There are no reports", "them"];
  return failure(
    "bad-request",
    `${subject} ${missing.join(", ")}, or no longer. Please take ${pronoun} out of the linked reports.`,
  );
}

const hasContent = (stored: StoredEntry, { title, text, reports }: EntryBody): boolean =>
  stored.title === title &&
  stored.text === text &&
  isDeepStrictEqual(
    stored.reports.map(({ number }) => number),
    reports,
  );

/**
 * The write that tells the followers of a report: an event in its history. The event names the reports whose followers
 * were told earlier, so that nobody is told of an entry twice (`selectPublications` in news/publications.ts).
 */
function tellWrite(
  caller: Caller,
  issueId: string,
  { entryId, told }: { entryId: string; told: ReadonlyMap<string, string> },
): Write {
  const earlier = Object.fromEntries([...told].map(([id, at]) => [id, new Date(at)]));
  return eventWrite(issueId, caller, {
    kind: "published",
    from: null,
    to: null,
    entry: { id: entryId, told: earlier },
  });
}
