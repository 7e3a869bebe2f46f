import type { Readable } from "node:stream";
import type { QueryDocumentSnapshot } from "firebase-admin/firestore";
import * as logger from "firebase-functions/logger";
import { adminDb } from "../firestore/admin.ts";
import { firstDocuments, readDocuments } from "../firestore/admin-documents.ts";
import { readIssue, type StoredData } from "../firestore/stored-report.ts";
import { type Version, versionOf } from "../firestore/version.ts";
import { unlessSilent, within } from "../http/timeout.ts";
import type { BoardSource } from "./board.ts";
import { type Arrival, toArrival } from "./entry.ts";
import { gatherReports } from "./reports.ts";
import { loadSnapshot } from "./snapshot-file.ts";

const PATIENCE_MS = 10_000;

// What is read in one piece; a logbook with more is read one by one.
const FEW = 200;

/** The board's reports from Firestore; documents that are out of order get one log line each. */
export const firestoreSource: BoardSource = {
  loadSnapshot,

  async loadAll() {
    const gathering = gatherReports();
    const few = await firstDocuments("issues", FEW + 1);
    // Where that failed the Admin SDK says why, or gets through.
    if (!("refusal" in few) && few.length <= FEW) {
      for (const { id, data, version } of few) gathering.add(readDocument(id, data, version));
      return gathering.finish();
    }
    // One by one: a hundred thousand documents of the SDK at once take many times the room of their entries.
    const documents = (await adminDb()).collection("issues").stream() as Readable;
    // The SDK itself would go on trying for a minute and more; a hundred thousand reports take their time, silence does not.
    for await (const document of unlessSilent<QueryDocumentSnapshot>(PATIENCE_MS, documents))
      gathering.add(readSnapshot(document));
    return gathering.finish();
  },

  async loadChanges(since) {
    const db = await adminDb();
    const from = new Date(since);
    const changed = db.collection("issues").where("updatedAt", ">=", from);
    const deleted = db.collection("trash").where("deletedAt", ">=", from).select();
    // One snapshot for both: a report that moves between the two collections meanwhile must not be missed in both.
    const [issues, trash] = await within(
      PATIENCE_MS,
      db.runTransaction((moment) => Promise.all([moment.get(changed), moment.get(deleted)]), { readOnly: true }),
    );
    return {
      changed: issues.docs.map(readSnapshot),
      deleted: new Set(trash.docs.map(({ id }) => id)),
    };
  },

  async loadReports(ids) {
    const read = await readDocuments(ids.map((id) => `issues/${id}`));
    // The Admin SDK, asked next, says why, or gets through.
    if ("refusal" in read) return null;
    return new Map(
      read.documents.map((document, at) => {
        const id = ids[at]!;
        return [id, document && readDocument(id, document.data, document.version)];
      }),
    );
  },
};

const readSnapshot = (document: QueryDocumentSnapshot): Arrival =>
  readDocument(document.id, document.data(), versionOf(document.updateTime));

function readDocument(id: string, data: StoredData, version: Version): Arrival {
  const { issue, problems } = readIssue(id, data);
  if (problems.length > 0) logger.warn(`issues/${id} is out of order and was read as well as possible`, { problems });
  return toArrival(issue, version);
}
