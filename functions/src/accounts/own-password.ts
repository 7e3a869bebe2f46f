import { type Failure, MESSAGES } from "@logbook/domain";
import type { UserRecord } from "firebase-admin/auth";
import { adminAuth } from "../firestore/admin.ts";
import { failure, isFailure } from "../http/response.ts";
import { countAttempt, countersOf } from "../limits/counters.ts";
import { checkTypedPassword } from "./check-password.ts";
import { findSecret } from "./reservation.ts";
import type { Caller } from "./session.ts";

const WRONG_PASSWORD = failure("wrong-password", "The current password is not right. Please type it again.");
// The account's e-mail address or secret is missing: a thief may have removed the address through Auth's own API, or
// somebody may have deleted the secret by hand.
const NO_LOGBOOK_PASSWORD = failure(
  "forbidden",
  `${MESSAGES.invalidCredentials}. Please ask an admin to reset the password.`,
);

/**
 * Checks the caller's current password, for acts that a stolen session must not be able to do. Each attempt is counted.
 * Returns the account at Auth and the secret in its password.
 */
export async function checkOwnPassword(
  caller: Caller,
  password: string,
  appCheckToken: string | undefined,
): Promise<{ account: UserRecord; secret: string } | Failure> {
  const limitFailure = await countAttempt(await countersOf([["passwordMember", caller.uid]]));
  if (limitFailure !== null) return limitFailure;
  const account = await (await adminAuth()).getUser(caller.uid);
  const secret = await findSecret(caller);
  if (account.email === undefined || secret === undefined) return NO_LOGBOOK_PASSWORD;
  const outcome = await checkTypedPassword(account.email, { secret, password }, appCheckToken);
  if (isFailure(outcome)) return outcome;
  return outcome === "right" ? { account, secret } : WRONG_PASSWORD;
}
