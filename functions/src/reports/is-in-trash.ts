import { adminDb } from "../firestore/admin.ts";
import { withTimeout } from "../http/timeout.ts";

/**
 * Whether a report with this id was deleted. Reads as admin: members cannot read the trash, but must not reuse an id in
 * it.
 */
export async function isInTrash(id: string): Promise<boolean> {
  return (await withTimeout((await adminDb()).doc(`trash/${id}`).get())).exists;
}
