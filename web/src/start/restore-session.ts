import type { User } from "@logbook/domain";
import { request } from "../shared/api/http.ts";
import { whenIdle } from "../shared/browser/when-idle.ts";
import { loadFirebase } from "../shared/session/auth.ts";
import { endSession, getSession, hasUserChanged, setSignedInUser } from "../shared/session/store.ts";
import { SESSION_ENDED } from "../shared/texts.ts";

// Firebase Auth sends a request when it starts. The request for the list must come first, so Auth starts only when the
// browser is idle, at the latest after this time.
const MAX_AUTH_DELAY_MS = 3_000;

/** Restores the stored user's session when the browser is idle. Called once, when the page starts. */
export function restoreSessionWhenIdle(): void {
  if (getSession().user === null) return;
  const restore = () =>
    restoreSession().catch((error: unknown) => console.error("Failed to restore the session:", error));
  whenIdle(restore, MAX_AUTH_DELAY_MS);
}

async function restoreSession(): Promise<void> {
  const { user } = getSession();
  // The user has signed out before the browser was idle.
  if (user === null) return;
  const { auth } = await loadFirebase();
  // The user may have signed out meanwhile, or signed in with another account.
  if (hasUserChanged(user)) return;
  if (auth.currentUser?.uid !== user.id) return endSession(SESSION_ENDED);
  // From now on the session is no longer `loading`.
  setSignedInUser(user);
  // An admin may have changed the user's role since the last visit. If the request fails, the stored role stays.
  const result = await request<{ user: User }>("/api/me");
  if (!result.ok || hasUserChanged(user)) return;
  const { username, isAdmin } = result.data.user;
  if (username !== user.username || isAdmin !== user.isAdmin) setSignedInUser(result.data.user);
}
