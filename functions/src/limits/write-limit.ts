import type { Failure } from "@logbook/domain";
import { LRUCache } from "lru-cache";
import { withTimeout } from "../http/timeout.ts";
import { addToCounters, countersOf } from "./counters.ts";
import { tooManyFailure, windowOf } from "./rate-limits.ts";

/** The number of writes that an instance reserves in Firestore at a time. */
export const RESERVATION_SIZE = 10;
// An instance keeps this many reservations. The remaining writes of a dropped reservation count as made.
const MAX_RESERVATIONS = 5_000;
// If counting fails or takes longer, the write is allowed without being counted.
const COUNT_TIMEOUT_MS = 3_000;

/** The writes of one member that are counted in Firestore but not made yet, in one time window. */
interface Reservation {
  remainingWrites: number;
  /** Whether no more writes can be reserved in this window. `remainingWrites` can still be made. */
  isLimitReached: boolean;
  /** The request for more writes, which all waiting writes share; `false` if the counter cannot be reached. */
  pendingRequest: Promise<boolean> | null;
}

/**
 * Limits the writes of members. An instance reserves ten at a time with `add`, which gives the new count, so that all
 * instances together keep to the limit. While Firestore cannot be reached (`null`), every write is allowed.
 */
export function createWriteLimit(add: (uid: string, amount: number, now: number) => Promise<number | null>) {
  const reservations = new LRUCache<string, Reservation>({ max: MAX_RESERVATIONS });

  /** Counts one write at the time `now` (milliseconds). Returns `null` if the write is allowed. */
  return async function countWrite(uid: string, now = Date.now()): Promise<Failure | null> {
    const window = windowOf("writeMember", now);
    const key = `${uid} ${window.index}`;
    const reservation = reservations.get(key) ?? { remainingWrites: 0, isLimitReached: false, pendingRequest: null };
    reservations.set(key, reservation);

    function reserve(): Promise<boolean> {
      reservation.pendingRequest ??= add(uid, RESERVATION_SIZE, now).then((count) => {
        reservation.pendingRequest = null;
        if (count === null) return false;
        const countBefore = count - RESERVATION_SIZE;
        const reserved = Math.min(RESERVATION_SIZE, Math.max(0, window.max - countBefore));
        reservation.remainingWrites += reserved;
        reservation.isLimitReached = reserved < RESERVATION_SIZE;
        return true;
      });
      return reservation.pendingRequest;
    }

    while (reservation.remainingWrites === 0) {
      if (reservation.isLimitReached) return tooManyFailure("writeMember", window.endsAt, now);
      if (!(await reserve())) return null;
      // During the wait other writes of the member may have used up the reservation, so the loop checks it again.
    }
    reservation.remainingWrites -= 1;
    // Reserves now, so that the next write seldom waits.
    if (reservation.remainingWrites === 0 && !reservation.isLimitReached) void reserve();
    return null;
  };
}

export const countWrite = createWriteLimit((uid, amount, now) =>
  withTimeout(addWrites(uid, amount, now), COUNT_TIMEOUT_MS).catch(() => null),
);

async function addWrites(uid: string, amount: number, now: number): Promise<number | null> {
  const counts = await addToCounters(await countersOf([["writeMember", uid]], now), amount);
  return counts?.[0] ?? null;
}
