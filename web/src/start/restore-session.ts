import type { User } from "@logbook/domain";
import { readMe } from "../shared/api/read-me.ts";
import { whenIdle } from "../shared/browser/when-idle.ts";
import { loadFirebase } from "../shared/session/auth.ts";
import { endSession, getSession, setSignedInUser } from "../shared/session/store.ts";
import { SESSION_ENDED } from "../shared/texts.ts";

// The list comes before Auth, whose start-up asks the network first.
const AUTH_WITHIN_MS = 3_000;

/** Restores the session of a user kept from the last visit once the browser has time for it: called once, at the start. */
export function restoreSessionWhenIdle(): void {
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
  if (auth.currentUser?.uid !== user.id) return endSession(SESSION_ENDED);
  setSignedInUser(user);
  // A role given or taken since the last visit shows at once; what cannot be had now stays as it was.
  const me = await readMe();
  if (me.ok && getSession().user?.id === user.id && differs(me.data.user, user)) setSignedInUser(me.data.user);
}

function differs(a: User, b: User): boolean {
  return a.username !== b.username || a.isAdmin !== b.isAdmin;
}
