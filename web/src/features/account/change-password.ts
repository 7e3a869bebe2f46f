import type { PasswordChange } from "@logbook/domain";
import { changePassword as askForChange } from "../../shared/api/change-password.ts";
import type { Failure } from "../../shared/api/result.ts";
import { loadFirebase } from "../../shared/session/auth.ts";
import { lockTimeout, PASSWORD_LOCK } from "../../shared/session/password-lock.ts";
import { endSession, getSession, isSignedOutByUser, setSignedInUser } from "../../shared/session/store.ts";
import { clearStoredToken } from "../../shared/session/stored-token.ts";

/** Told to somebody whose new password stands, but whose session could not go on. */
const PASSWORD_CHANGED = "Your password is changed. Please sign in with the new one.";

// So long the other windows' Auth may take to read the new session from what they share.
const READ_WITHIN_MS = 200;

/** Changes the password. Every other session ends; this one goes on with a new token. */
export async function changePassword(change: PasswordChange): Promise<{ ok: true } | Failure> {
  const { user } = getSession();
  const unlock = await lockTokens();
  try {
    const answer = await askForChange(change);
    if (!answer.ok) return answer;
    const firebase = await loadFirebase();
    await firebase.signIn(answer.data.token);
    // It is of before the change.
    clearStoredToken();
    if (user !== null && getSession().user === null) {
      if (isSignedOutByUser()) await firebase.signOut();
      // A window that did not wait may have ended the session for all of them.
      else setSignedInUser(user);
    }
    return { ok: true };
  } catch {
    // The password is changed, and only that it was could be told to somebody signed out.
    endSession(PASSWORD_CHANGED);
    return { ok: true };
  } finally {
    unlock();
  }
}

/**
 * Has all windows of this browser wait with asking for new tokens while one changes the password, until what this gives is
 * called: one that was refused would end the session for all of them before the new one is there.
 */
function lockTokens(): Promise<() => void> {
  return new Promise((locked) => {
    const hold = () => new Promise<void>((release) => locked(() => setTimeout(release, READ_WITHIN_MS)));
    const goWithout = () => locked(() => undefined);
    // Browsers have locks only where the page came by https or from this machine.
    if (navigator.locks) navigator.locks.request(PASSWORD_LOCK, lockTimeout(), hold).catch(goWithout);
    else goWithout();
  });
}
