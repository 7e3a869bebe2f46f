import type { Failure } from "@logbook/domain";
import { withTimeout } from "../http/timeout.ts";
import { addToCounters, counterOf } from "./counters.ts";
import { limitsKey } from "./key.ts";
import { createWriteLimit } from "./write-limit.ts";

// After this time the write goes on without being counted.
const COUNT_TIMEOUT_MS = 3_000;

/** Counts one write of a member; `null` if it is allowed. */
export const countWrite: (uid: string) => Promise<Failure | null> = createWriteLimit({
  add: (uid, by, now) => withTimeout(addWrites(uid, by, now), COUNT_TIMEOUT_MS).catch(() => null),
  now: Date.now,
});

async function addWrites(uid: string, by: number, now: number): Promise<number | null> {
  const key = await limitsKey();
  if (key === null) return null;
  const counts = await addToCounters([counterOf("writeMember", uid, key, now)], by);
  return counts?.[0] ?? null;
}
