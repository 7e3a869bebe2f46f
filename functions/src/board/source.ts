import type { DocumentData, QueryDocumentSnapshot } from "firebase-admin/firestore";
import * as logger from "firebase-functions/logger";
import { adminDb } from "../admin.ts";
import { readIssue } from "../issues/stored.ts";
import type { BoardSource } from "./board.ts";
import { type Arrival, toArrival } from "./entry.ts";
import { gatherReports } from "./reports.ts";
import { loadSnapshot } from "./snapshot-file.ts";

/** The board's reports from Firestore, read with the Admin SDK; documents that are out of order get one log line each. */
export const firestoreSource: BoardSource = {
  loadSnapshot,

  async loadAll() {
    const gathering = gatherReports();
    // One by one: a hundred thousand documents of the SDK at once take many times the room of their entries.
    const documents: AsyncIterable<unknown> = (await adminDb()).collection("issues").stream();
    for await (const document of documents) gathering.add(readDocument(document as QueryDocumentSnapshot));
    return gathering.finish();
  },

  async loadChanges(since) {
    const db = await adminDb();
    const from = new Date(since);
    const changed = db.collection("issues").where("updatedAt", ">=", from);
    const deleted = db.collection("trash").where("deletedAt", ">=", from).select();
    // One snapshot for both: a report that moves between the two collections meanwhile must not be missed in both.
    const [issues, trash] = await db.runTransaction(
      (moment) => Promise.all([moment.get(changed), moment.get(deleted)]),
      {
        readOnly: true,
      },
    );
    return {
      changed: issues.docs.map(readDocument),
      deleted: new Set(trash.docs.map(({ id }) => id)),
    };
  },
};

function readDocument(document: QueryDocumentSnapshot<DocumentData>): Arrival {
  const { issue, problems } = readIssue(document.id, document.data());
  if (problems.length > 0)
    logger.warn(`issues/${document.id} is out of order and was read as well as possible`, { problems });
  return toArrival(issue);
}
