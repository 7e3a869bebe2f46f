import type { User } from "@logbook/domain";
import type { Failure, Result } from "../api/http.ts";
import { login } from "../api/login.ts";
import { register } from "../api/register.ts";
import type { Credentials, SignedIn } from "../api/signed-in.ts";
import { SESSION_ENDED, UNREACHABLE } from "../api/texts.ts";
import { loadFirebase } from "./auth.ts";
import { readMember } from "./member.ts";
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
  const member = await readMember(user.id);
  if (member !== null && getSession().user?.id === user.id && differs(member, user)) enter(member);
}

function differs(a: User, b: User): boolean {
  return a.username !== b.username || a.isAdmin !== b.isAdmin;
}
