import { adminDb } from "../firestore/admin.ts";
import { withTimeout } from "../http/timeout.ts";

/**
 * Whether a report with this id is in the trash. Reads as admin: members cannot read the trash, but must not use an id
 * of a deleted report.
 */
export async function isInTrash(id: string): Promise<boolean> {
  return (await withTimeout((await adminDb()).doc(`trash/${id}`).get())).exists;
}
