import { randomUUID } from "node:crypto";
import { endOfSecond, type Failure, passwordOnlyUpdate } from "@logbook/domain";
import { adminAuth, adminDb } from "../firestore/admin.ts";
import { type ApiResponse, ok } from "../http/response.ts";
import { withTimeout } from "../http/timeout.ts";
import type { Caller } from "./session.ts";

// Up to the end of a second, and Auth's clock may be slightly behind.
const MAX_WAIT_MS = 1_050;
const CLOCK_SKEW_MS = 50;

/**
 * Ends every session of the caller, also the current one, and removes other sign-in methods, which a thief may have
 * linked through Auth. Answers once a new session can be opened, within about a second.
 */
export async function signOutEverywhere({ uid }: Caller): Promise<ApiResponse | Failure> {
  // The steps that can be retried come first: the caller's token stays valid until endSessions().
  const auth = await adminAuth();
  await auth.updateUser(uid, passwordOnlyUpdate(await auth.getUser(uid), randomUUID()));
  await auth.revokeRefreshTokens(uid);
  await endSessions(uid);
  return ok({});
}

/** Ends every session of a member and waits until a new one can be opened. */
export async function endSessions(uid: string): Promise<void> {
  const validSince = endOfSecond(Date.now());
  await withTimeout((await adminDb()).doc(`members/${uid}`).update({ validSince }));
  await waitUntil(validSince);
}

/** Waits until the end of a second has passed; a session opened before would be invalid at once. */
export async function waitUntil(endOfSecond: Date): Promise<void> {
  const wait = endOfSecond.getTime() + CLOCK_SKEW_MS - Date.now();
  if (wait > 0) await new Promise((resolve) => setTimeout(resolve, Math.min(wait, MAX_WAIT_MS)));
}
