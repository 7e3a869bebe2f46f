import { randomUUID } from "node:crypto";
import { accountEmail, accountPassword, type Failure, MESSAGES } from "@logbook/domain";
import { adminAuth, adminDb } from "../firestore/admin.ts";
import type { RawRequest } from "../http/request.ts";
import { type ApiResponse, failure, isFailure, ok } from "../http/response.ts";
import { withTimeout } from "../http/timeout.ts";
import { checkPassword } from "./check-password.ts";
import { countLogin, rememberDevice, uncountLogin } from "./count-attempts.ts";
import { parseMember, toUser } from "./member.ts";
import { createSessionToken, DISABLED } from "./session-token.ts";

const INVALID_CREDENTIALS = failure("invalid-credentials", MESSAGES.invalidCredentials);
// A thief with an ID token can set a password through Auth's own API, but such a password lacks the account's secret.
const NOT_SET_IN_LOGBOOK = failure(
  "invalid-credentials",
  "This password was not set in the logbook. Please ask an admin to reset it.",
);

/**
 * Signs a member in: username → uid → e-mail address → password check → custom token and device cookie. A wrong name
 * and a wrong password get the same response. A password that was set through Auth's own API gets another message. Each
 * attempt is counted before the password is checked, and a successful attempt is subtracted again.
 */
export async function login(
  { username, password }: { username: string; password: string },
  { client, header }: Pick<RawRequest, "client" | "header">,
): Promise<ApiResponse | Failure> {
  const attempt = await countLogin(username, client, header("cookie"));
  if (isFailure(attempt)) return attempt;
  // For an unknown name `uid` is `null` and `secret` is `undefined`.
  const { uid, secret, device } = attempt;
  const auth = await adminAuth();
  const account = uid === null ? undefined : (await auth.getUsers([{ uid }])).users[0];
  // For an unknown name an unused address is checked: a faster response would tell that the name is unknown.
  const email = account?.email ?? accountEmail(randomUUID());
  // The session begins before the check: if sessions are ended during the check, this one is over too.
  const checkedAt = Date.now();
  const outcome = await checkPassword(email, accountPassword(secret ?? "", password), header("x-firebase-appcheck"));
  if (isFailure(outcome)) return outcome;
  if (outcome === "wrong") {
    // This check runs for unknown names too, so that a call takes equally long for a known and for an unknown name.
    const outcomeWithoutSecret = await checkPassword(email, password, header("x-firebase-appcheck"));
    return outcomeWithoutSecret === "right" ? NOT_SET_IN_LOGBOOK : INVALID_CREDENTIALS;
  }
  // Auth answers "disabled" to any password, so the failure must not tell a stranger that the account exists.
  if (outcome === "disabled" || uid === null || account === undefined) return INVALID_CREDENTIALS;

  const member = parseMember((await withTimeout((await adminDb()).doc(`members/${uid}`).get())).data());
  if (member === null) return INVALID_CREDENTIALS;
  if (member.disabled) return DISABLED;
  const [token, headers] = await Promise.all([
    createSessionToken(auth, uid, checkedAt),
    rememberDevice(uid, device),
    uncountLogin(attempt),
  ]);
  return ok({ user: toUser(uid, member), token }, headers);
}
