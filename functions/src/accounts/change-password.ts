import { randomUUID } from "node:crypto";
import { accountPassword, type Failure, type PasswordChange, passwordOnlyUpdate } from "@logbook/domain";
import { adminAuth } from "../firestore/admin.ts";
import { type ApiResponse, isFailure, ok } from "../http/response.ts";
import { rememberDevice } from "./device-cookie.ts";
import { endSessions } from "./end-sessions.ts";
import { checkOwnPassword } from "./own-password.ts";
import type { Caller } from "./session.ts";
import { createSessionToken } from "./tokens.ts";

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
  const checked = await checkOwnPassword(caller, currentPassword, appCheckToken);
  if (isFailure(checked)) return checked;
  const { account, secret } = checked;
  const auth = await adminAuth();
  const password = accountPassword(secret, newPassword);
  await auth.updateUser(uid, { ...passwordOnlyUpdate(account, randomUUID()), password });
  await endSessions(uid);
  // `null`: all known devices were forgotten, so this browser becomes a new one.
  return ok({ token: await createSessionToken(auth, uid, Date.now()) }, await rememberDevice(uid, null));
}
