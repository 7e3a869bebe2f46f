import { type Failure, MESSAGES, type PasswordChange } from "@logbook/domain";
import { adminAuth, adminDb } from "../admin.ts";
import { type Answer, failure, ok, UNAVAILABLE } from "../api/answer.ts";
import { within } from "../within.ts";
import { checkPassword } from "./check-password.ts";
import type { Caller } from "./session.ts";

const WRONG = failure("wrong-password", "The current password is not right. Please type it again.");
const TOO_MANY = failure("too-many", "There were too many attempts. Please wait a few minutes and try again.");
const NO_PASSWORD = failure("forbidden", `${MESSAGES.invalidCredentials}. Please ask an admin to reset the password.`);

/** Changes the caller's own password and ends every session opened before; the answer's token opens a new one. */
export async function changePassword(
  { uid, credentials }: Caller,
  { currentPassword, newPassword }: PasswordChange,
): Promise<Answer | Failure> {
  const auth = await adminAuth();
  const { email } = await auth.getUser(uid);
  if (email === undefined) return NO_PASSWORD;
  const outcome = await checkPassword(email, currentPassword, credentials.appCheck);
  if (outcome === "unavailable") return UNAVAILABLE;
  if (outcome === "too-many") return TOO_MANY;
  if (outcome !== "right") return WRONG;

  await auth.updateUser(uid, { password: newPassword });
  await within(10_000, (await adminDb()).doc(`members/${uid}`).update({ validSince: new Date() }));
  return ok({ token: await auth.createCustomToken(uid) });
}
