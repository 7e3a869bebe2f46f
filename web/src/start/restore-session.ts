import type { User } from "@logbook/domain";
import { readMe } from "../shared/api/read-me.ts";
import { whenIdle } from "../shared/browser/when-idle.ts";
import { loadFirebase } from "../shared/session/auth.ts";
import { endSession, getSession, setSignedInUser } from "../shared/session/store.ts";
import { SESSION_ENDED } from "../shared/texts.ts";

// Auth sends a request when it starts, so the list is requested first. Auth waits no longer than this.
const MAX_AUTH_DELAY_MS = 3_000;

/** Restores the session of the stored user when the browser is idle. Called once, at the start. */
export function restoreSessionWhenIdle(): void {
  if (getSession().user === null) return;
  const restore = () =>
    restoreSession().catch((error: unknown) => console.error("Failed to restore the session:", error));
  whenIdle(restore, MAX_AUTH_DELAY_MS);
}

async function restoreSession(): Promise<void> {
  const { user } = getSession();
  if (user === null) return;
  const { auth } = await loadFirebase();
  // The user may have signed out meanwhile, or signed in with another account.
  if (getSession().user?.id !== user.id) return;
  if (auth.currentUser?.uid !== user.id) return endSession(SESSION_ENDED);
  setSignedInUser(user);
  // An admin may have changed the role since the last visit. If the request fails, the stored role stays.
  const me = await readMe();
  if (me.ok && getSession().user?.id === user.id && hasOtherNameOrRole(me.data.user, user))
    setSignedInUser(me.data.user);
}

function hasOtherNameOrRole(a: User, b: User): boolean {
  return a.username !== b.username || a.isAdmin !== b.isAdmin;
}
