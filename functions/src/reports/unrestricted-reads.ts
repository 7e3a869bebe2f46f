import { FOLLOW_MODES } from "@logbook/domain";
import { adminDb, countDocumentsAsAdmin } from "../firestore/admin.ts";
import type { Outcome } from "../firestore/rest.ts";
import { encodeValue } from "../firestore/values.ts";
import { withTimeout } from "../http/timeout.ts";

/** Counts the members who follow a report. Reads as admin: the rules let members read only their own follows. */
export const countFollowers = (issueId: string): Promise<Outcome<{ count: number }>> =>
  countDocumentsAsAdmin({
    from: [{ collectionId: "follows" }],
    where: {
      fieldFilter: {
        field: { fieldPath: `reports.\`${issueId}\`.mode` },
        op: "IN",
        value: encodeValue(FOLLOW_MODES.filter((mode) => mode !== "none")),
      },
    },
  });

/** Whether a report with this id is in the trash. Reads as admin, because members cannot read the trash. */
export async function isInTrash(id: string): Promise<boolean> {
  const db = await adminDb();
  const entry = await withTimeout(db.doc(`trash/${id}`).get());
  return entry.exists;
}
