import {
  type Failure,
  LIMITS,
  type OwnEntry,
  pageInfo,
  type WireChangelog,
  type WireDrafts,
  type WireEntry,
} from "@logbook/domain";
import type { Board } from "../board/board.ts";
import { boardTimeFields, type StoredBoardHead } from "../firestore/board-head.ts";
import { countDocuments, queryDocuments, type StoredDocument } from "../firestore/documents.ts";
import type { Outcome } from "../firestore/rest.ts";
import { encodeValue } from "../firestore/values.ts";
import { type ApiResponse, ok, UNAVAILABLE } from "../http/response.ts";
import { parseEntry, toWireEntry } from "./stored-entry.ts";

/** The entries that have this time, the newest first. */
const entriesWith = (fieldPath: "listedAt" | "draftedAt") => ({
  from: [{ collectionId: "changelog" }],
  where: { fieldFilter: { field: { fieldPath }, op: "GREATER_THAN", value: encodeValue(new Date(0)) } },
  orderBy: [{ field: { fieldPath }, direction: "DESCENDING" }],
});

/** A page of the published entries. A linked report that is deleted has only its number. */
export async function listEntries(
  board: Pick<Board, "reportsAt">,
  head: StoredBoardHead | null,
  pageNumber: number,
): Promise<ApiResponse | Failure> {
  const published = entriesWith("listedAt");
  const counted = await countDocuments({ from: published.from, where: published.where });
  if ("refusal" in counted) return UNAVAILABLE;
  const page = pageInfo(counted.count, pageNumber, LIMITS.entryPageSize);
  const outcome = await queryDocuments({ ...published, offset: (page.number - 1) * page.size, limit: page.size });
  if ("refusal" in outcome) return UNAVAILABLE;
  const entries = await toWireEntries(board, head, outcome.documents);
  return ok({ entries, page, ...boardTimeFields(head) } satisfies Omit<WireChangelog, "success">);
}

/** All drafts, for admins. */
export async function listDrafts(
  board: Pick<Board, "reportsAt">,
  head: StoredBoardHead | null,
): Promise<ApiResponse | Failure> {
  const outcome = await queryDocuments({ ...entriesWith("draftedAt"), limit: LIMITS.entryDrafts });
  if ("refusal" in outcome) return UNAVAILABLE;
  const entries = await toWireEntries(board, head, outcome.documents);
  return ok({ entries } satisfies Omit<WireDrafts, "success">);
}

/** What a member has written as an admin, without deleted entries, for their archive. */
export async function readOwnEntries(uid: string): Promise<Outcome<{ entries: OwnEntry[] }>> {
  const outcome = await queryDocuments({
    select: { fields: ["title", "text", "publishedAt", "purgeAt"].map((fieldPath) => ({ fieldPath })) },
    from: [{ collectionId: "changelog" }],
    where: { fieldFilter: { field: { fieldPath: "byId" }, op: "EQUAL", value: encodeValue(uid) } },
  });
  if ("refusal" in outcome) return outcome;
  const stored = outcome.documents.map((document) => parseEntry(document)!).filter(({ purgeAt }) => purgeAt === null);
  return { entries: stored.map(({ id, title, text, publishedAt }) => ({ id, title, text, publishedAt })) };
}

async function toWireEntries(
  board: Pick<Board, "reportsAt">,
  head: StoredBoardHead | null,
  documents: readonly StoredDocument[],
): Promise<WireEntry[]> {
  const reports = await board.reportsAt(head);
  return documents.map((document) => toWireEntry(parseEntry(document)!, reports));
}
