import { adminDb } from "../firestore/admin.ts";
import { within } from "../http/timeout.ts";

/** Whether a report with this id was deleted. Only admins can read the trash, but nobody may file over it. */
export async function isInTrash(id: string): Promise<boolean> {
  return (await within(10_000, (await adminDb()).doc(`trash/${id}`).get())).exists;
}
