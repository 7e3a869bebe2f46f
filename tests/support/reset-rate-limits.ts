import { db } from "./suite.ts";

/** Forgets every attempt that was counted, so that what earlier tests tried is not held against later ones. */
export async function resetRateLimits(): Promise<void> {
  const { docs } = await db.collection("limits").get();
  const writer = db.bulkWriter();
  for (const { id, ref } of docs) if (id !== "key") void writer.delete(ref);
  await writer.close();
}
