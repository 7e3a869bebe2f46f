import type { Readable } from "node:stream";
import type { QueryDocumentSnapshot } from "firebase-admin/firestore";
import * as logger from "firebase-functions/logger";
import { adminDb } from "../firestore/admin.ts";
import { listDocumentsAsAdmin, readDocumentsAsAdmin } from "../firestore/admin-documents.ts";
import { readStoredReport, type StoredData } from "../firestore/stored-report.ts";
import { type Version, versionOfTimestamp } from "../firestore/version.ts";
import { withIdleTimeout, withTimeout } from "../http/timeout.ts";
import type { BoardSource } from "./board.ts";
import { type EntryWithText, toEntry } from "./entry.ts";
import { createReportsBuilder } from "./reports.ts";
import { loadSnapshot } from "./snapshot-file.ts";

// Up to this many reports are read by one REST call; more reports are read as a stream.
const MAX_REPORTS_PER_CALL = 200;

/** Loads the board's reports from Firestore. Each malformed document is logged. */
export const firestoreSource: BoardSource = {
  loadSnapshot,

  async loadAll() {
    const builder = createReportsBuilder();
    const listed = await listDocumentsAsAdmin("issues", MAX_REPORTS_PER_CALL + 1);
    // If the REST call failed, the stream of the Admin SDK below retries or gives the reason.
    if ("documents" in listed && listed.documents.length <= MAX_REPORTS_PER_CALL) {
      for (const { id, data, version } of listed.documents) builder.add(parseDocument(id, data, version));
      return builder.build();
    }
    // A stream, because 100,000 documents of the SDK take many times the memory of their entries. The idle timeout ends
    // the SDK's retries, which would take more than a minute.
    const stream = (await adminDb()).collection("issues").stream() as Readable;
    for await (const document of withIdleTimeout<QueryDocumentSnapshot>(stream)) builder.add(parseSnapshot(document));
    return builder.build();
  },

  async loadChanges(since) {
    const db = await adminDb();
    const from = new Date(since);
    const changed = db.collection("issues").where("updatedAt", ">=", from);
    const voted = db.collection("issues").where("votedAt", ">=", from);
    const deleted = db.collection("trash").where("deletedAt", ">=", from).select();
    // In one transaction: otherwise a report that moves between the collections could be missed in both.
    const [issues, votes, trash] = await withTimeout(
      db.runTransaction((read) => Promise.all([read.get(changed), read.get(voted), read.get(deleted)]), {
        readOnly: true,
      }),
    );
    const found = new Map([...issues.docs, ...votes.docs].map((document) => [document.id, document]));
    return {
      changed: [...found.values()].map(parseSnapshot),
      deleted: new Set(trash.docs.map(({ id }) => id)),
    };
  },

  async loadReports(ids) {
    const read = await readDocumentsAsAdmin(ids.map((id) => `issues/${id}`));
    // The board then calls loadChanges(), where the Admin SDK retries or gives the reason.
    if ("refusal" in read) return null;
    return new Map(
      read.documents.map((document, index) => {
        const id = ids[index]!;
        return [id, document && parseDocument(id, document.data, document.version)];
      }),
    );
  },
};

const parseSnapshot = (document: QueryDocumentSnapshot): EntryWithText =>
  parseDocument(document.id, document.data(), versionOfTimestamp(document.updateTime));

function parseDocument(id: string, data: StoredData, version: Version): EntryWithText {
  const { issue, problems } = readStoredReport(id, data);
  if (problems.length > 0) logger.warn(`issues/${id} is out of order and was read as well as possible`, { problems });
  return toEntry(issue, version);
}
