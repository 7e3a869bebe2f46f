import { randomUUID } from "node:crypto";
import { endOfSecond, type Failure, passwordOnlyUpdate } from "@logbook/domain";
import { adminAuth, adminDb } from "../firestore/admin.ts";
import { type Answer, ok } from "../http/answer.ts";
import { within } from "../http/timeout.ts";
import type { Caller } from "./session.ts";

// The end of a second, and Auth's clock may be a little behind ours.
const LONGEST_WAIT_MS = 1_050;
const CLOCK_SKEW_MS = 50;

/**
 * Ends every session of the caller, this one too, and every other way into the account, for a thief may have opened one
 * through Auth. Answers once a new session can be opened, within a second or so.
 */
export async function signOutEverywhere({ uid }: Caller): Promise<Answer | Failure> {
  // First what can be tried again: the caller's own token holds until the other is written.
  const auth = await adminAuth();
  await auth.updateUser(uid, passwordOnlyUpdate(await auth.getUser(uid), randomUUID()));
  await auth.revokeRefreshTokens(uid);
  await endSessions(uid);
  return ok({});
}

/** Ends every session that the member has opened, and waits until a new one can be opened. */
export async function endSessions(uid: string): Promise<void> {
  const validSince = endOfSecond(Date.now());
  await within(10_000, (await adminDb()).doc(`members/${uid}`).update({ validSince }));
  await passed(validSince);
}

/** Waits until `moment`, the end of a second, has passed: a session opened before it would have ended at once. */
export async function passed(moment: Date): Promise<void> {
  const wait = moment.getTime() + CLOCK_SKEW_MS - Date.now();
  if (wait > 0) await new Promise((resume) => setTimeout(resume, Math.min(wait, LONGEST_WAIT_MS)));
}
