import { db } from "./suite.ts";

/** Deletes all counters of rate limits, so that attempts of earlier tests do not block later tests. */
export async function resetRateLimits(): Promise<void> {
  const { docs } = await db.collection("limits").get();
  const writer = db.bulkWriter();
  // `limits/key` is no counter.
  for (const { id, ref } of docs) if (id !== "key") void writer.delete(ref);
  await writer.close();
}
