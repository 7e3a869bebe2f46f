import type { Failure } from "@logbook/domain";
import { withTimeout } from "../http/timeout.ts";
import { addToCounters, counterOf } from "./counters.ts";
import { limitsKey } from "./key.ts";
import { createWriteLimit } from "./write-limit.ts";

// If counting fails or takes longer, the write is allowed without being counted.
const COUNT_TIMEOUT_MS = 3_000;

/** Counts one write of a member. Returns a failure if there were too many; `null` if the write is allowed. */
export const countWrite: (uid: string) => Promise<Failure | null> = createWriteLimit({
  add: (uid, amount, now) => withTimeout(addWrites(uid, amount, now), COUNT_TIMEOUT_MS).catch(() => null),
  now: Date.now,
});

async function addWrites(uid: string, amount: number, now: number): Promise<number | null> {
  const key = await limitsKey();
  if (key === null) return null;
  const counts = await addToCounters([counterOf("writeMember", uid, key, now)], amount);
  return counts?.[0] ?? null;
}
