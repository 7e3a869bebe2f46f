import type { PasswordChange, User } from "@logbook/domain";
import { changePassword as askForChange } from "../api/change-password.ts";
import type { Failure, Result } from "../api/http.ts";
import { login } from "../api/login.ts";
import { readMe } from "../api/read-me.ts";
import { register } from "../api/register.ts";
import type { Credentials, SignedIn } from "../api/signed-in.ts";
import { PASSWORD_CHANGED, SESSION_ENDED, UNREACHABLE } from "../api/texts.ts";
import { loadFirebase } from "./auth.ts";
import { enter, getSession, leave } from "./store.ts";

/** Signing in went well, or why not. */
export type SignInResult = { ok: true } | Failure;

/** Signs a member in. */
export function signIn(credentials: Credentials): Promise<SignInResult> {
  return finish(login(credentials));
}

/** Registers a new member and signs them in. */
export function signUp(credentials: Credentials): Promise<SignInResult> {
  return finish(register(credentials));
}

async function finish(call: Promise<Result<SignedIn>>): Promise<SignInResult> {
  const answer = await call;
  if (!answer.ok) return answer;
  try {
    await (await loadFirebase()).signIn(answer.data.token);
  } catch (error) {
    console.error("Failed to sign in:", error);
    return { ok: false, kind: "network", status: 0, code: "network", error: UNREACHABLE };
  }
  enter(answer.data.user);
  return { ok: true };
}

/** Changes the password. Every other session ends; this one goes on with a new token. */
export async function changePassword(change: PasswordChange): Promise<SignInResult> {
  const answer = await askForChange(change);
  if (!answer.ok) return answer;
  try {
    await (await loadFirebase()).signIn(answer.data.token);
    return { ok: true };
  } catch {
    // The password is changed, and only that it was could be told to somebody signed out.
    leave(PASSWORD_CHANGED);
    return { ok: true };
  }
}

/** Signs out here at once; Auth follows. */
export async function signOut(): Promise<void> {
  leave();
  await (await loadFirebase()).signOut();
}

/** Restores the session of a user kept from the last visit: called once, at the start. */
export async function restoreSession(): Promise<void> {
  const { user } = getSession();
  if (user === null) return;
  const { auth } = await loadFirebase();
  // Meanwhile the person may have signed out, or in as somebody else.
  if (getSession().user?.id !== user.id) return;
  if (auth.currentUser?.uid !== user.id) return leave(SESSION_ENDED);
  enter(user);
  // A role given or taken since the last visit shows at once; what cannot be had now stays as it was.
  const me = await readMe();
  if (me.ok && getSession().user?.id === user.id && differs(me.data.user, user)) enter(me.data.user);
}

function differs(a: User, b: User): boolean {
  return a.username !== b.username || a.isAdmin !== b.isAdmin;
}
