import { randomUUID } from "node:crypto";
import { nextSecond, passwordOnlyUpdate } from "@logbook/domain";
import { adminAuth } from "../firestore/admin.ts";
import { commitWrites, orThrow } from "../firestore/documents.ts";
import { updateMember } from "../firestore/writes.ts";
import { type ApiResponse, ok } from "../http/response.ts";
import type { Caller } from "./session.ts";

/**
 * Ends every session of the caller. Removes other sign-in methods, which a thief may have added through Auth's own API.
 * Responds once a new session can be opened: after a second at most.
 */
export async function signOutEverywhere({ uid }: Caller): Promise<ApiResponse> {
  // endSessions() comes last: until then the caller's token stays valid, so a call that failed can be repeated.
  const auth = await adminAuth();
  await auth.updateUser(uid, passwordOnlyUpdate(await auth.getUser(uid), randomUUID()));
  await auth.revokeRefreshTokens(uid);
  await endSessions(uid);
  return ok({});
}

/** Ends every session of a member and waits until a new session can be opened. */
export async function endSessions(uid: string): Promise<void> {
  // The start of a session is stored in whole seconds. If `validSince` were the current second, a session that was
  // opened in this second would stay valid.
  const validSince = nextSecond(Date.now());
  orThrow(await commitWrites([updateMember(uid, { validSince })]));
  await waitUntilValid(validSince);
}

// Auth's clock may be slightly behind ours.
const CLOCK_SKEW_MS = 50;
const MAX_WAIT_MS = 1000 + CLOCK_SKEW_MS;

/** Waits until `validSince`, for about a second at most: a session opened earlier would be invalid at once. */
export async function waitUntilValid(validSince: Date): Promise<void> {
  const waitMs = validSince.getTime() + CLOCK_SKEW_MS - Date.now();
  if (waitMs > 0) await new Promise((resolve) => setTimeout(resolve, Math.min(waitMs, MAX_WAIT_MS)));
}
