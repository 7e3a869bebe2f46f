import type { Failure } from "@logbook/domain";
import { LRUCache } from "lru-cache";
import { windowOf } from "./table.ts";
import { tooMany } from "./too-many.ts";

/** The number of writes that an instance reserves in Firestore at a time. */
export const RESERVATION = 10;
const MAX_MEMBERS = 5_000;

/** The stored counter and the clock (milliseconds). */
export interface WriteLimitPorts {
  /**
   * Adds to the member's counter in the window of `now` and returns its new value; `null` if Firestore cannot be
   * reached.
   */
  add(uid: string, by: number, now: number): Promise<number | null>;
  now(): number;
}

/** The writes of one member that are counted in Firestore but not made yet. */
interface Reserved {
  window: number;
  left: number;
  isLimitReached: boolean;
  reserving: Promise<boolean> | null;
}

/**
 * Limits the writes of members; the returned function gives `null` if a member may make one more write. An instance
 * reserves ten writes at a time, so that all instances together keep to the limit. The tenth write reserves the next
 * ten, so writes seldom wait for the counter. While the counter cannot be reached, every write is allowed.
 */
export function createWriteLimit({ add, now }: WriteLimitPorts): (uid: string) => Promise<Failure | null> {
  const reservedByMember = new LRUCache<string, Reserved>({ max: MAX_MEMBERS });

  function reservedOf(uid: string, window: number): Reserved {
    const known = reservedByMember.get(uid);
    if (known?.window === window) return known;
    const reserved: Reserved = { window, left: 0, isLimitReached: false, reserving: null };
    reservedByMember.set(uid, reserved);
    return reserved;
  }

  /** Reserves the next writes; `false` if the counter cannot be reached. */
  function reserve(uid: string, reserved: Reserved, max: number, moment: number): Promise<boolean> {
    reserved.reserving ??= add(uid, RESERVATION, moment).then((count) => {
      reserved.reserving = null;
      if (count === null) return false;
      const granted = Math.min(RESERVATION, Math.max(0, max - (count - RESERVATION)));
      reserved.left += granted;
      reserved.isLimitReached = granted < RESERVATION;
      return true;
    });
    return reserved.reserving;
  }

  return async (uid) => {
    for (;;) {
      const moment = now();
      const { max, number, endsAt } = windowOf("writeMember", moment);
      const reserved = reservedOf(uid, number);
      if (reserved.left > 0) {
        reserved.left -= 1;
        if (reserved.left === 0 && !reserved.isLimitReached) void reserve(uid, reserved, max, moment);
        return null;
      }
      if (reserved.isLimitReached) return tooMany("writeMember", endsAt, moment);
      if (!(await reserve(uid, reserved, max, moment))) return null;
    }
  };
}
