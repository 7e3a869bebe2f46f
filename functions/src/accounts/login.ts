import { randomUUID } from "node:crypto";
import { accountEmail, accountPassword, type Failure, MESSAGES } from "@logbook/domain";
import type { UserRecord } from "firebase-admin/auth";
import { adminAuth, adminDb } from "../firestore/admin.ts";
import type { RawRequest } from "../http/request.ts";
import { type ApiResponse, failure, isFailure, ok, UNAVAILABLE } from "../http/response.ts";
import { withTimeout } from "../http/timeout.ts";
import { checkPassword, type PasswordOutcome, TRY_LATER } from "./check-password.ts";
import { countLogin, rememberDevice, uncountLogin } from "./count-attempts.ts";
import { type Member, readMember, toUser } from "./member.ts";
import { createSessionToken } from "./session-token.ts";

const INVALID = failure("invalid-credentials", MESSAGES.invalidCredentials);
const DISABLED = failure("disabled", "This account has been disabled. Please ask an admin.");
const OVERWRITTEN = failure(
  "invalid-credentials",
  "The password of this account was changed outside the logbook. Please ask an admin to reset it.",
);
const FAILURES: Record<Exclude<PasswordOutcome, "right">, Failure> = {
  wrong: INVALID,
  // Auth answers so for any password, right or wrong.
  disabled: INVALID,
  "too-many": TRY_LATER,
  unavailable: UNAVAILABLE,
};

/**
 * Signs a member in: username → uid → e-mail address → password check → custom token and device cookie. A wrong name
 * and a wrong password get the same answer, unless the password was overwritten through Auth's own API. Each attempt is counted before the check; a successful one is subtracted
 * again.
 */
export async function login(
  { username, password }: { username: string; password: string },
  { client, header }: Pick<RawRequest, "client" | "header">,
): Promise<ApiResponse | Failure> {
  const attempt = await countLogin(username, client, header("cookie"));
  if (isFailure(attempt)) return attempt;
  const { uid, secret, device } = attempt;
  const auth = await adminAuth();
  const account = uid === null ? undefined : (await auth.getUsers([{ uid }])).users[0];
  // For an unknown name an unused address is checked, so that the call takes the same time.
  const email = account?.email ?? accountEmail(randomUUID());
  const checkedAt = Date.now();
  const outcome = await checkPassword(email, accountPassword(secret, password), header("x-firebase-appcheck"));
  if (outcome !== "right" && outcome !== "wrong") return FAILURES[outcome];
  const member = readMember((await withTimeout((await adminDb()).doc(`members/${uid ?? email}`).get())).data());
  if (uid === null || account === undefined || member === null) return INVALID;
  if (outcome === "wrong") return wasChangedOutside(account, member) ? OVERWRITTEN : INVALID;
  if (member.disabled) return DISABLED;
  const [token, headers] = await Promise.all([
    createSessionToken(auth, uid, checkedAt),
    rememberDevice(uid, device),
    uncountLogin(attempt),
  ]);
  return ok({ user: toUser(uid, member), token }, headers);
}

// The API's own changes of an account are stamped in the member document within this time.
const STAMP_DELAY_MS = 5_000;

/**
 * Whether Auth has ended the account's sessions later than this API did. It does so when somebody with a stolen ID token
 * sets another password through Auth's own API. That password never signs in (`accountPassword`), but nor does the
 * member's own any more.
 */
function wasChangedOutside({ tokensValidAfterTime }: UserRecord, { validSince, createdAt }: Member): boolean {
  return Date.parse(tokensValidAfterTime ?? "") > Math.max(validSince, createdAt) + STAMP_DELAY_MS;
}
