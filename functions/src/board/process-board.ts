import type { Readable } from "node:stream";
import type { QueryDocumentSnapshot, Transaction } from "firebase-admin/firestore";
import * as logger from "firebase-functions/logger";
import { adminDb } from "../firestore/admin.ts";
import { parseBoardHead, type StoredBoardHead } from "../firestore/board-head.ts";
import { queryDocuments, readDocuments, type StoredDocument } from "../firestore/documents.ts";
import { parseStoredReport } from "../firestore/stored-report.ts";
import { versionOfTimestamp } from "../firestore/version.ts";
import { withIdleTimeout, withTimeout } from "../http/timeout.ts";
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
    const db = await adminDb();
    const sinceDate = new Date(since);
    const updatedQuery = db.collection("issues").where("updatedAt", ">=", sinceDate);
    // A vote does not change `updatedAt`.
    const votedQuery = db.collection("issues").where("votedAt", ">=", sinceDate);
    // `select()` without fields reads only the ids.
    const deletedQuery = db.collection("trash").where("deletedAt", ">=", sinceDate).select();
    // One transaction reads both collections: otherwise both could miss a report that is deleted or restored meanwhile.
    const readChanges = (transaction: Transaction) =>
      Promise.all([transaction.get(updatedQuery), transaction.get(votedQuery), transaction.get(deletedQuery)]);
    const [updated, voted, deleted] = await withTimeout(db.runTransaction(readChanges, { readOnly: true }));
    const documents = new Map([...updated.docs, ...voted.docs].map((document) => [document.id, document]));
    return {
      changed: [...documents.values()].map(parseQueryDocument),
      deleted: new Set(deleted.docs.map(({ id }) => id)),
    };
  },

  async loadReports(ids) {
    const outcome = await readDocuments(ids.map((id) => `issues/${id}`));
    // After `null` the board calls loadChanges(), where the Admin SDK retries, or rejects with the reason.
    if ("refusal" in outcome) return null;
    const reports = outcome.documents.map((document) => document && parseDocument(document));
    return new Map(ids.map((id, index) => [id, reports[index] ?? null]));
  },
};

/** The board of this process. */
export const board = createBoard(firestoreSource);

/** Reads the head of the stored board as admin, for jobs; `null` if there is no board document. */
export async function readCurrentHead(): Promise<StoredBoardHead | null> {
  const outcome = await readDocuments(["boards/main"]);
  if ("refusal" in outcome) throw new Error(`Firestore could not be read: ${outcome.refusal}.`);
  return parseBoardHead(outcome.documents[0] ?? null, outcome.readTime);
}

const parseQueryDocument = (document: QueryDocumentSnapshot): EntryWithText =>
  parseDocument({ id: document.id, data: document.data(), version: versionOfTimestamp(document.updateTime) });

function parseDocument({ id, data, version }: Pick<StoredDocument, "id" | "data" | "version">): EntryWithText {
  const { issue, problems } = parseStoredReport(id, data);
  if (problems.length > 0) logger.warn(`issues/${id} is malformed and was read as far as possible`, { problems });
  return toEntry(issue, version);
}
