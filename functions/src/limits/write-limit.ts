import type { Failure } from "@logbook/domain";
import { LRUCache } from "lru-cache";
import { windowOf } from "./table.ts";
import { tooMany } from "./too-many.ts";

/** Writes that are counted together, before they are made. */
export const LEASE = 10;
const MOST_MEMBERS = 5_000;

/** What counting writes needs: the stored counter and the clock (milliseconds). */
export interface WritePorts {
  /** Adds to the member's counter in the window of `now`; gives what it became, or `null` when it could not be reached. */
  add(uid: string, by: number, now: number): Promise<number | null>;
  now(): number;
}

/** Writes of one member that are counted in Firestore already and not made yet. */
interface Lease {
  window: number;
  left: number;
  /** Whether the window gives no more. */
  full: boolean;
  taking: Promise<boolean> | null;
}

/**
 * Counts writes: the function it gives answers `null` when a member may make one more. An instance has ten counted at a
 * time and asks for the next ten while the last of them is made, so hardly a write waits for its count, and all
 * instances together never let through more than the limit. A counter that cannot be reached refuses nobody.
 */
export function createWriteLimit({ add, now }: WritePorts): (uid: string) => Promise<Failure | null> {
  const leases = new LRUCache<string, Lease>({ max: MOST_MEMBERS });

  function leaseOf(uid: string, window: number): Lease {
    const known = leases.get(uid);
    if (known?.window === window) return known;
    const lease: Lease = { window, left: 0, full: false, taking: null };
    leases.set(uid, lease);
    return lease;
  }

  /** Has the next writes counted; `false` when nobody knows whether they may be made. */
  function extend(uid: string, lease: Lease, most: number, moment: number): Promise<boolean> {
    lease.taking ??= add(uid, LEASE, moment).then((count) => {
      lease.taking = null;
      if (count === null) return false;
      const granted = Math.min(LEASE, Math.max(0, most - (count - LEASE)));
      lease.left += granted;
      lease.full = granted < LEASE;
      return true;
    });
    return lease.taking;
  }

  return async (uid) => {
    for (;;) {
      const moment = now();
      const { most, number, ends } = windowOf("writeMember", moment);
      const lease = leaseOf(uid, number);
      if (lease.left > 0) {
        lease.left -= 1;
        if (lease.left === 0 && !lease.full) void extend(uid, lease, most, moment);
        return null;
      }
      if (lease.full) return tooMany("writeMember", ends, moment);
      if (!(await extend(uid, lease, most, moment))) return null;
    }
  };
}
