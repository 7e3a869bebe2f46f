import type { Failure } from "@logbook/domain";
import { LRUCache } from "lru-cache";
import { withTimeout } from "../http/timeout.ts";
import { addToCounters, countersOf } from "./counters.ts";
import { type LimitName, tooManyFailure, windowOf } from "./rate-limits.ts";

/** The number of writes and of bytes of text that an instance reserves in Firestore at a time. */
export const RESERVED_WRITES = 10;
const RESERVED_BYTES = 16_000;
// An instance keeps this many reservations of each limit. What remains of a dropped reservation counts as used.
const MAX_RESERVATIONS = 5_000;
// If counting fails or takes longer, the write is allowed without being counted.
const COUNT_TIMEOUT_MS = 3_000;

/** What one member may still use of a limit, in one time window: it is counted in Firestore already. */
interface Reservation {
  remaining: number;
  /** Whether no more can be reserved in this window. `remaining` can still be used. */
  isLimitReached: boolean;
  /** The request for more, which all waiting writes share; `false` if the counter cannot be reached. */
  pendingRequest: Promise<boolean> | null;
}

/** Adds to a member's counter in the time window at `now` (milliseconds); `null` while it cannot be reached. */
type Add = (uid: string, amount: number, now: number) => Promise<number | null>;

/**
 * Limits what members write. An instance reserves in advance with `add`, which gives the new count, so that all instances
 * together keep to the limit. While Firestore cannot be reached, every write is allowed.
 */
export function createMemberLimit(limit: LimitName, reservationSize: number, add: Add) {
  const reservations = new LRUCache<string, Reservation>({ max: MAX_RESERVATIONS });

  /** Counts `amount` writes or bytes at the time `now` (milliseconds). Returns `null` if they are allowed. */
  return async function count(uid: string, amount = 1, now = Date.now()): Promise<Failure | null> {
    const window = windowOf(limit, now);
    const key = `${uid} ${window.index}`;
    const reservation = reservations.get(key) ?? { remaining: 0, isLimitReached: false, pendingRequest: null };
    reservations.set(key, reservation);

    function reserve(size: number): Promise<boolean> {
      reservation.pendingRequest ??= add(uid, size, now).then((newCount) => {
        reservation.pendingRequest = null;
        if (newCount === null) return false;
        const countBefore = newCount - size;
        const reserved = Math.min(size, Math.max(0, window.max - countBefore));
        reservation.remaining += reserved;
        reservation.isLimitReached = reserved < size;
        return true;
      });
      return reservation.pendingRequest;
    }

    while (reservation.remaining < amount) {
      if (reservation.isLimitReached) return tooManyFailure(limit, window.endsAt, now);
      if (!(await reserve(Math.max(reservationSize, amount)))) return null;
      // During the wait other writes of the member may have used up the reservation, so the loop checks it again.
    }
    reservation.remaining -= amount;
    // Reserves now, so that the next write seldom waits.
    if (reservation.remaining < reservationSize / 10 && !reservation.isLimitReached) void reserve(reservationSize);
    return null;
  };
}

const createStoredLimit = (limit: LimitName, reservationSize: number) =>
  createMemberLimit(limit, reservationSize, (uid, amount, now) =>
    withTimeout(addToMember(limit, uid, amount, now), COUNT_TIMEOUT_MS).catch(() => null),
  );

const countOneWrite = createStoredLimit("writeMember", RESERVED_WRITES);
const countText = createStoredLimit("textMember", RESERVED_BYTES);

/** Counts a write of a member, and the bytes of its texts. Returns `null` if both are allowed. */
export async function countWrite(uid: string, textBytes: number): Promise<Failure | null> {
  const failures = await Promise.all([countOneWrite(uid), textBytes === 0 ? null : countText(uid, textBytes)]);
  return failures.find((limitFailure) => limitFailure !== null) ?? null;
}

async function addToMember(limit: LimitName, uid: string, amount: number, now: number): Promise<number | null> {
  const counts = await addToCounters(await countersOf([[limit, uid]], now), amount);
  return counts?.[0] ?? null;
}
