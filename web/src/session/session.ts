import { MESSAGES, type User } from "@logbook/domain";
import type { Failure, Result } from "../api/http.ts";
import { login } from "../api/login.ts";
import { readMe } from "../api/read-me.ts";
import { register } from "../api/register.ts";
import type { Credentials, SignedIn } from "../api/signed-in.ts";
import { SESSION_ENDED, UNREACHABLE } from "../api/texts.ts";
import { whenIdle } from "../app/later.ts";
import { loadFirebase } from "./auth.ts";
import { forgetToken } from "./kept-token.ts";
import { enter, getSession, leave } from "./store.ts";

/** Signing in went well, or why not. */
export type SignInResult = { ok: true } | Failure;

/** Signs a member in. */
export function signIn(credentials: Credentials): Promise<SignInResult> {
  return finish(login(credentials), { code: "invalid-credentials", error: MESSAGES.invalidCredentials });
}

/** Registers a new member and signs them in. */
export function signUp(credentials: Credentials): Promise<SignInResult> {
  return finish(register(credentials), { code: "username-taken", error: MESSAGES.usernameTaken });
}

/** `refusal` is what a refusal without a reason of its own means (section 8). */
async function finish(
  call: Promise<Result<SignedIn>>,
  refusal: Pick<Failure, "code" | "error">,
): Promise<SignInResult> {
  const answer = await call;
  if (!answer.ok) return isWithoutReason(answer) ? { ...answer, ...refusal } : answer;
  try {
    await (await loadFirebase()).signIn(answer.data.token);
  } catch (error) {
    console.error("Failed to sign in:", error);
    return { ok: false, kind: "network", status: 0, code: "network", error: UNREACHABLE };
  }
  forgetToken();
  enter(answer.data.user);
  return { ok: true };
}

function isWithoutReason({ code, status }: Failure): boolean {
  return code === "refused" || (code === "unknown" && (status === 401 || status === 409));
}

// The list comes before Auth, whose start-up asks the network first.
const AUTH_WITHIN_MS = 3_000;

/** Restores the session of a user kept from the last visit once the browser has time for it: called once, at the start. */
export function restoreLater(): void {
  const restore = () =>
    restoreSession().catch((error: unknown) => console.error("Failed to restore the session:", error));
  if (getSession().user === null) return;
  whenIdle(restore, AUTH_WITHIN_MS);
}

async function restoreSession(): Promise<void> {
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
