import { randomUUID } from "node:crypto";
import { type Failure, MESSAGES } from "@logbook/domain";
import { adminAuth, adminDb } from "../admin.ts";
import { type Answer, failure, ok, UNAVAILABLE } from "../api/answer.ts";
import { within } from "../within.ts";
import { checkPassword, type PasswordOutcome } from "./check-password.ts";
import { readMember, toUser, usernamePath } from "./member.ts";

const INVALID = failure("invalid-credentials", MESSAGES.invalidCredentials);
const DISABLED = failure("disabled", "This account has been disabled. Please ask an admin.");
const REFUSALS: Record<Exclude<PasswordOutcome, "right">, Failure> = {
  wrong: INVALID,
  disabled: DISABLED,
  "too-many": failure("too-many", "There were too many attempts. Please wait a few minutes and try again."),
  unavailable: UNAVAILABLE,
};

/** Signs a member in: username → uid → address → password check → custom token. A wrong name and a wrong password look alike. */
export async function login(
  { username, password }: { username: string; password: string },
  appCheck: string | undefined,
): Promise<Answer | Failure> {
  const auth = await adminAuth();
  const uid = await findUid(username);
  const account = uid === null ? undefined : (await auth.getUsers([{ uid }])).users[0];
  // An unknown name takes the same path, with an address that nobody has.
  const outcome = await checkPassword(account?.email ?? `${randomUUID()}@members.invalid`, password, appCheck);
  if (outcome !== "right") return REFUSALS[outcome];
  if (uid === null || account === undefined) return INVALID;

  const member = readMember((await within(10_000, (await adminDb()).doc(`members/${uid}`).get())).data());
  if (member === null) return INVALID;
  if (member.disabled) return DISABLED;
  return ok({ user: toUser(uid, member), token: await auth.createCustomToken(uid) });
}

async function findUid(username: string): Promise<string | null> {
  const path = usernamePath(username);
  if (path === null) return null;
  const uid: unknown = (await within(10_000, (await adminDb()).doc(path).get())).get("uid");
  return typeof uid === "string" ? uid : null;
}
