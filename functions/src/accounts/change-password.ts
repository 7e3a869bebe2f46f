import { randomUUID } from "node:crypto";
import { accountPassword, type Failure, MESSAGES, type PasswordChange, passwordOnlyUpdate } from "@logbook/domain";
import { adminAuth } from "../firestore/admin.ts";
import { type ApiResponse, failure, isFailure, ok } from "../http/response.ts";
import { countAttempt, countersOf } from "../limits/counters.ts";
import { checkTypedPassword } from "./check-password.ts";
import { rememberDevice } from "./device-cookie.ts";
import { endSessions } from "./end-sessions.ts";
import { findSecret } from "./reservation.ts";
import type { Caller } from "./session.ts";
import { createSessionToken } from "./tokens.ts";

const WRONG_PASSWORD = failure("wrong-password", "The current password is not right. Please type it again.");
// The account's e-mail address or secret is missing: a thief may have removed the address through Auth's own API, or
// somebody may have deleted the secret by hand.
const NO_LOGBOOK_PASSWORD = failure(
  "forbidden",
  `${MESSAGES.invalidCredentials}. Please ask an admin to reset the password.`,
);

/**
 * Changes the caller's password, ends all sessions and forgets all known devices. Removes other sign-in methods, which
 * a thief may have added through Auth's own API. The response has a token for a new session, and a new device cookie.
 */
export async function changePassword(
  caller: Caller,
  { currentPassword, newPassword }: PasswordChange,
  appCheckToken: string | undefined,
): Promise<ApiResponse | Failure> {
  const { uid } = caller;
  const limitFailure = await countAttempt(await countersOf([["passwordMember", uid]]));
  if (limitFailure !== null) return limitFailure;
  const auth = await adminAuth();
  const account = await auth.getUser(uid);
  const secret = await findSecret(caller);
  if (account.email === undefined || secret === undefined) return NO_LOGBOOK_PASSWORD;
  const outcome = await checkTypedPassword(account.email, { secret, password: currentPassword }, appCheckToken);
  if (isFailure(outcome)) return outcome;
  if (outcome !== "right") return WRONG_PASSWORD;

  const password = accountPassword(secret, newPassword);
  await auth.updateUser(uid, { ...passwordOnlyUpdate(account, randomUUID()), password });
  await endSessions(uid);
  // `null`: all known devices were forgotten, so this browser becomes a new one.
  return ok({ token: await createSessionToken(auth, uid, Date.now()) }, await rememberDevice(uid, null));
}
