import type { Failure } from "@logbook/domain";
import { within } from "../http/timeout.ts";
import { add, slotOf } from "./counters.ts";
import { limitsKey } from "./key.ts";
import { createWriteLimit } from "./write-limit.ts";

// A write goes on without its count rather than wait longer.
const PATIENCE_MS = 3_000;

/** Counts one write of a member in Firestore: `null` when it may be made. */
export const countWrite: (uid: string) => Promise<Failure | null> = createWriteLimit({
  add: (uid, by, now) => within(PATIENCE_MS, addTo(uid, by, now)).catch(() => null),
  now: Date.now,
});

async function addTo(uid: string, by: number, now: number): Promise<number | null> {
  const key = await limitsKey();
  if (key === null) return null;
  const counts = await add([slotOf(["writeMember", uid], key, now)], by);
  return counts?.[0] ?? null;
}
