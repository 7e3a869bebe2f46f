import { randomUUID } from "node:crypto";
import { accountEmail, accountPassword, type Failure, MESSAGES } from "@logbook/domain";
import { adminAuth, adminDb } from "../firestore/admin.ts";
import { type Answer, failure, isFailure, ok, UNAVAILABLE } from "../http/answer.ts";
import type { RawRequest } from "../http/request.ts";
import { within } from "../http/timeout.ts";
import { checkPassword, PAUSE, type PasswordOutcome } from "./check-password.ts";
import { countLogin, markDevice, uncountLogin } from "./count-attempts.ts";
import { readMember, toUser } from "./member.ts";
import { sessionToken } from "./session-token.ts";

const INVALID = failure("invalid-credentials", MESSAGES.invalidCredentials);
const DISABLED = failure("disabled", "This account has been disabled. Please ask an admin.");
const REFUSALS: Record<Exclude<PasswordOutcome, "right">, Failure> = {
  wrong: INVALID,
  // Auth says so of any password, right or wrong.
  disabled: INVALID,
  "too-many": PAUSE,
  unavailable: UNAVAILABLE,
};

/**
 * Signs a member in: username → uid → address → password check → custom token, and marks the browser. A wrong name and a
 * wrong password look alike, also a disabled member's. Each guess is counted before it is made, and a right one taken back.
 */
export async function login(
  { username, password }: { username: string; password: string },
  { origin, header }: Pick<RawRequest, "origin" | "header">,
): Promise<Answer | Failure> {
  const counted = await countLogin(username, { origin, cookies: header("cookie") });
  if (isFailure(counted)) return counted;
  const { uid, secret, device } = counted;
  const auth = await adminAuth();
  const account = uid === null ? undefined : (await auth.getUsers([{ uid }])).users[0];
  // An unknown name takes the same path, with an address that nobody has.
  const email = account?.email ?? accountEmail(randomUUID());
  const opened = Date.now();
  const outcome = await checkPassword(email, accountPassword(secret, password), header("x-firebase-appcheck"));
  if (outcome !== "right") return REFUSALS[outcome];
  if (uid === null || account === undefined) return INVALID;

  const member = readMember((await within(10_000, (await adminDb()).doc(`members/${uid}`).get())).data());
  if (member === null) return INVALID;
  if (member.disabled) return DISABLED;
  const [token, mark] = await Promise.all([
    sessionToken(auth, uid, opened),
    markDevice(uid, device),
    uncountLogin(counted),
  ]);
  return ok({ user: toUser(uid, member), token }, mark);
}
