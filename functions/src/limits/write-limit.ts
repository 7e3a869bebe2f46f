import type { Failure } from "@logbook/domain";
import { LRUCache } from "lru-cache";
import { windowOf } from "./table.ts";
import { tooManyFailure } from "./too-many.ts";

/** The number of writes that an instance reserves in Firestore at a time. */
export const RESERVATION_SIZE = 10;
// An instance keeps the reservations of this many members. The writes left in a dropped reservation count as made.
const MAX_MEMBERS = 5_000;

/** The dependencies of the limit: the stored counters, and the time (milliseconds). */
export interface WriteLimitPorts {
  /** Adds `amount` to the member's counter at the time `now`. Returns the new count, or `null` if that failed. */
  add(uid: string, amount: number, now: number): Promise<number | null>;
  now(): number;
}

/** The writes of one member that are counted in Firestore but not made yet, in one time window. */
interface Reservation {
  windowIndex: number;
  remainingWrites: number;
  /** Whether no more writes can be reserved in this window. `remainingWrites` can still be made. */
  isLimitReached: boolean;
  /** The reservation that is under way; all waiting writes share it. */
  pendingRequest: Promise<boolean> | null;
}

/**
 * Limits the writes of members; the returned function gives `null` if a member may make one more write. An instance
 * reserves ten writes at a time in Firestore, so that all instances together keep to the limit. The tenth write starts
 * the next reservation, so writes seldom wait for one. While Firestore cannot be reached, every write is allowed.
 */
export function createWriteLimit({ add, now }: WriteLimitPorts): (uid: string) => Promise<Failure | null> {
  const reservations = new LRUCache<string, Reservation>({ max: MAX_MEMBERS });

  function reservationOf(uid: string, windowIndex: number): Reservation {
    const cached = reservations.get(uid);
    if (cached?.windowIndex === windowIndex) return cached;
    const reservation = { windowIndex, remainingWrites: 0, isLimitReached: false, pendingRequest: null };
    reservations.set(uid, reservation);
    return reservation;
  }

  /** Reserves the next writes; `false` if the counter cannot be reached. */
  function reserve(uid: string, reservation: Reservation, maxWrites: number, time: number): Promise<boolean> {
    reservation.pendingRequest ??= add(uid, RESERVATION_SIZE, time).then((count) => {
      reservation.pendingRequest = null;
      if (count === null) return false;
      const countBefore = count - RESERVATION_SIZE;
      const reserved = Math.min(RESERVATION_SIZE, Math.max(0, maxWrites - countBefore));
      reservation.remainingWrites += reserved;
      reservation.isLimitReached = reserved < RESERVATION_SIZE;
      return true;
    });
    return reservation.pendingRequest;
  }

  return async (uid) => {
    for (;;) {
      const time = now();
      const { max: maxWrites, index: windowIndex, endsAt } = windowOf("writeMember", time);
      const reservation = reservationOf(uid, windowIndex);
      if (reservation.remainingWrites > 0) {
        reservation.remainingWrites -= 1;
        const needsMore = reservation.remainingWrites === 0 && !reservation.isLimitReached;
        if (needsMore) void reserve(uid, reservation, maxWrites, time);
        return null;
      }
      if (reservation.isLimitReached) return tooManyFailure("writeMember", endsAt, time);
      const isReachable = await reserve(uid, reservation, maxWrites, time);
      // Every write is allowed while the counter cannot be reached.
      if (!isReachable) return null;
      // During the wait other writes of the member may have used up the reservation, so the loop checks it again.
    }
  };
}
