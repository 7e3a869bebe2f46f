import { nextSecond } from "@logbook/domain";
import { adminDb } from "../firestore/admin.ts";
import { withTimeout } from "../http/timeout.ts";

// Auth's clock may be slightly behind ours.
const CLOCK_SKEW_MS = 50;
const MAX_WAIT_MS = 1000 + CLOCK_SKEW_MS;

/** Ends every session of a member and waits until a new session can be opened. */
export async function endSessions(uid: string): Promise<void> {
  // The start of a session is stored in whole seconds. If `validSince` were the current second, a session that was
  // opened in this second would stay valid.
  const validSince = nextSecond(Date.now());
  await withTimeout((await adminDb()).doc(`members/${uid}`).update({ validSince }));
  await waitUntilValid(validSince);
}

/**
 * Waits until `validSince`, because a session opened earlier would be invalid at once. Waits for about a second at
 * most, even if `validSince` is wrong and much later.
 */
export async function waitUntilValid(validSince: Date): Promise<void> {
  const waitMs = validSince.getTime() + CLOCK_SKEW_MS - Date.now();
  if (waitMs > 0) await new Promise((resolve) => setTimeout(resolve, Math.min(waitMs, MAX_WAIT_MS)));
}
