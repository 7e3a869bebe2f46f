import type { Readable } from "node:stream";
import type { QueryDocumentSnapshot } from "firebase-admin/firestore";
import * as logger from "firebase-functions/logger";
import { adminDb } from "../firestore/admin.ts";
import { parseBoardHead, type StoredBoardHead } from "../firestore/board-head.ts";
import { orThrow, queryDocuments, readDocuments, type StoredDocument } from "../firestore/documents.ts";
import { parseFixAnswers, parseSightings, parseStoredReport, parseVoters } from "../firestore/stored-report.ts";
import { encodeValue } from "../firestore/values.ts";
import { versionOfTimestamp } from "../firestore/version.ts";
import { withIdleTimeout } from "../http/timeout.ts";
import { type BoardSource, createBoard } from "./board.ts";
import { type EntryWithText, toEntry } from "./entry.ts";
import { createReports } from "./reports.ts";
import { loadSnapshot } from "./snapshot-file.ts";

// Up to this many reports are read by one REST call, which is faster for few reports than the Admin SDK's stream.
const MAX_REPORTS_PER_CALL = 200;

/** Loads the board's reports from Firestore. Each malformed document is logged. */
const firestoreSource: BoardSource = {
  loadSnapshot,

  async loadAll() {
    // If this call finds one report more than the maximum, there may be many, so all are read as a stream below.
    const outcome = await queryDocuments({ from: [{ collectionId: "issues" }], limit: MAX_REPORTS_PER_CALL + 1 });
    // If the REST call failed, the Admin SDK's stream below retries, or rejects with the reason.
    if ("documents" in outcome && outcome.documents.length <= MAX_REPORTS_PER_CALL)
      return createReports(outcome.documents.map(parseDocument));
    // All documents of the SDK at once would take many times the memory of their entries. The idle timeout ends the
    // SDK's retries, which would take more than a minute.
    const stream = (await adminDb()).collection("issues").stream() as Readable;
    const documents = withIdleTimeout<QueryDocumentSnapshot>(stream);
    const entries: EntryWithText[] = [];
    for await (const document of documents) entries.push(parseQueryDocument(document));
    return createReports(entries);
  },

  async loadChanges(since) {
    const updated = await queryChanges("issues", "updatedAt", since);
    if ("refusal" in updated) return null;
    // All queries have one read time: otherwise all could miss a report that is deleted or restored meanwhile.
    const [voted, deleted] = await Promise.all([
      // A vote does not change `updatedAt`.
      queryChanges("issues", "votedAt", since, updated.readTime),
      queryChanges("trash", "deletedAt", since, updated.readTime),
    ]);
    // The HTTP client gives up responses that are too long. Then loadAll() reads a stream.
    if ("refusal" in voted || "refusal" in deleted) return null;
    const documents = new Map([...updated.documents, ...voted.documents].map((document) => [document.id, document]));
    return {
      changed: [...documents.values()].map(parseDocument),
      deleted: new Set(deleted.documents.map(({ id }) => id)),
    };
  },

  async loadReports(ids) {
    const { documents } = orThrow(await readDocuments(ids.map((id) => `issues/${id}`)));
    return {
      changed: documents.flatMap((document) => (document === null ? [] : parseDocument(document))),
      deleted: new Set(ids.filter((_, index) => documents[index] === null)),
    };
  },
};

/** Reads the documents of a collection whose timestamp `fieldPath` is `since` (milliseconds) or later. */
function queryChanges(collectionId: string, fieldPath: string, since: number, readTime?: string) {
  const where = {
    fieldFilter: { field: { fieldPath }, op: "GREATER_THAN_OR_EQUAL", value: encodeValue(new Date(since)) },
  };
  // Of the trash, only the ids are needed.
  const select = collectionId === "trash" && { select: { fields: [{ fieldPath: "__name__" }] } };
  return queryDocuments({ from: [{ collectionId }], where, ...select }, readTime);
}

/** The board of this process. */
export const board = createBoard(firestoreSource);

/** Reads the head of the stored board as admin, for jobs; `null` if there is no board document. */
export async function readCurrentHead(): Promise<StoredBoardHead | null> {
  const { documents, readTime } = orThrow(await readDocuments(["boards/main"]));
  return parseBoardHead(documents[0] ?? null, readTime);
}

const parseQueryDocument = (document: QueryDocumentSnapshot): EntryWithText =>
  parseDocument({ id: document.id, data: document.data(), version: versionOfTimestamp(document.updateTime) });

function parseDocument({ id, data, version }: Pick<StoredDocument, "id" | "data" | "version">): EntryWithText {
  const { issue, problems } = parseStoredReport(id, data);
  if (problems.length > 0) logger.warn(`issues/${id} is malformed and was read as far as possible`, { problems });
  const marks = { voters: parseVoters(data), sightings: parseSightings(data), fixAnswers: parseFixAnswers(data) };
  return toEntry(issue, version, marks);
}
