import type { Issue } from "@logbook/domain";
import type { QueryDocumentSnapshot } from "firebase-admin/firestore";
import * as logger from "firebase-functions/logger";
import { adminDb } from "../admin.ts";
import { readIssue } from "../issues/stored.ts";
import type { BoardSource } from "./board.ts";

/** The board's reports from Firestore, read with the Admin SDK; documents that are out of order get one log line each. */
export const firestoreSource: BoardSource = {
  async loadAll() {
    return (await (await adminDb()).collection("issues").get()).docs.map(toIssue);
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
      changed: issues.docs.map(toIssue),
      deleted: new Set(trash.docs.map(({ id }) => id)),
    };
  },
};

function toIssue(doc: QueryDocumentSnapshot): Issue {
  const { issue, problems } = readIssue(doc.id, doc.data());
  if (problems.length > 0)
    logger.warn(`issues/${doc.id} is out of order and was read as well as possible`, { problems });
  return issue;
}
