import { db } from "./suite.ts";

/** Deletes all counters, so that attempts of earlier tests do not block later ones. */
export async function resetRateLimits(): Promise<void> {
  const { docs } = await db.collection("limits").get();
  const writer = db.bulkWriter();
  for (const { id, ref } of docs) if (id !== "key") void writer.delete(ref);
  await writer.close();
}
