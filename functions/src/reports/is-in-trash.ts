import { adminDb } from "../firestore/admin.ts";
import { withTimeout } from "../http/timeout.ts";

/** Whether a report with this id is in the trash. Reads as admin, because members cannot read the trash. */
export async function isInTrash(id: string): Promise<boolean> {
  const db = await adminDb();
  const entry = await withTimeout(db.doc(`trash/${id}`).get());
  return entry.exists;
}
