import { endOfSecond } from "@logbook/domain";
import { adminDb } from "../firestore/admin.ts";
import { withTimeout } from "../http/timeout.ts";

// The wait lasts until the end of the second, and 50 ms longer because Auth's clock may be slightly behind.
const MAX_WAIT_MS = 1_050;
const CLOCK_SKEW_MS = 50;

/** Ends every session of a member and waits until a new one can be opened. */
export async function endSessions(uid: string): Promise<void> {
  const validSince = endOfSecond(Date.now());
  await withTimeout((await adminDb()).doc(`members/${uid}`).update({ validSince }));
  await waitUntil(validSince);
}

/** Waits until `endOfSecond` has passed. A session opened before that time would be invalid at once. */
export async function waitUntil(endOfSecond: Date): Promise<void> {
  const waitMs = endOfSecond.getTime() + CLOCK_SKEW_MS - Date.now();
  if (waitMs > 0) await new Promise((resolve) => setTimeout(resolve, Math.min(waitMs, MAX_WAIT_MS)));
}
