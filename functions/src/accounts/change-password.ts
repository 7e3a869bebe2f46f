import { randomUUID } from "node:crypto";
import { accountPassword, type Failure, MESSAGES, type PasswordChange, passwordOnlyUpdate } from "@logbook/domain";
import { adminAuth } from "../firestore/admin.ts";
import { type Answer, failure, ok, UNAVAILABLE } from "../http/answer.ts";
import { giveSecret, secretOf } from "./account-secret.ts";
import { checkPassword, PAUSE } from "./check-password.ts";
import { countPasswordChange, markDevice } from "./count-attempts.ts";
import type { Caller } from "./session.ts";
import { sessionToken } from "./session-token.ts";
import { endSessions } from "./sign-out-everywhere.ts";

const WRONG = failure("wrong-password", "The current password is not right. Please type it again.");
const NO_PASSWORD = failure("forbidden", `${MESSAGES.invalidCredentials}. Please ask an admin to reset the password.`);

/**
 * Changes the caller's own password and ends every session opened before, known devices with them; the answer's token
 * opens a new one, within a second or so, and this browser is marked again. Each guess at the current password is counted.
 * Every other way into the account ends too, which a thief may have opened through Auth with a stolen token.
 */
export async function changePassword(
  { uid, username, credentials }: Caller,
  { currentPassword, newPassword }: PasswordChange,
): Promise<Answer | Failure> {
  const refused = await countPasswordChange(uid);
  if (refused !== null) return refused;
  const auth = await adminAuth();
  const account = await auth.getUser(uid);
  if (account.email === undefined) return NO_PASSWORD;
  const secret = await secretOf(username);
  const outcome = await checkPassword(account.email, accountPassword(secret, currentPassword), credentials.appCheck);
  if (outcome === "unavailable") return UNAVAILABLE;
  if (outcome === "too-many") return PAUSE;
  if (outcome !== "right") return WRONG;

  const password = accountPassword(secret ?? (await giveSecret(username)), newPassword);
  await auth.updateUser(uid, { ...passwordOnlyUpdate(account, randomUUID()), password });
  await endSessions(uid);
  return ok({ token: await sessionToken(auth, uid, Date.now()) }, await markDevice(uid, null));
}
