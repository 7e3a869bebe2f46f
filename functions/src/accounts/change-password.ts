import { randomUUID } from "node:crypto";
import { accountAddress, type Failure, MESSAGES, type PasswordChange } from "@logbook/domain";
import { adminAuth } from "../admin.ts";
import { type Answer, failure, ok, UNAVAILABLE } from "../api/answer.ts";
import { countPasswordChange, markDevice } from "../limits/guess.ts";
import { checkPassword, PAUSE } from "./check-password.ts";
import type { Caller } from "./session.ts";
import { sessionToken } from "./session-token.ts";
import { endSessions } from "./sign-out-everywhere.ts";

const WRONG = failure("wrong-password", "The current password is not right. Please type it again.");
const NO_PASSWORD = failure("forbidden", `${MESSAGES.invalidCredentials}. Please ask an admin to reset the password.`);

/**
 * Changes the caller's own password and ends every session opened before, known devices with them; the answer's token
 * opens a new one, within a second or so, and this browser is marked again. Each guess at the current password is counted.
 * The account's address is another too: with a stolen token one of the thief's own could have been set through Auth, to
 * have the new password reset by it.
 */
export async function changePassword(
  { uid, credentials }: Caller,
  { currentPassword, newPassword }: PasswordChange,
): Promise<Answer | Failure> {
  const refused = await countPasswordChange(uid);
  if (refused !== null) return refused;
  const auth = await adminAuth();
  const { email } = await auth.getUser(uid);
  if (email === undefined) return NO_PASSWORD;
  const outcome = await checkPassword(email, currentPassword, credentials.appCheck);
  if (outcome === "unavailable") return UNAVAILABLE;
  if (outcome === "too-many") return PAUSE;
  if (outcome !== "right") return WRONG;

  await auth.updateUser(uid, { password: newPassword, email: accountAddress(randomUUID()), emailVerified: false });
  await endSessions(uid);
  return ok({ token: await sessionToken(auth, uid, Date.now()) }, await markDevice(uid, null));
}
