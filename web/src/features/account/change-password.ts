import type { PasswordChange } from "@logbook/domain";
import { changePassword as requestChange } from "../../shared/api/account.ts";
import type { Failure } from "../../shared/api/result.ts";
import { clearStoredToken, loadFirebase, lockOptions, PASSWORD_LOCK } from "../../shared/session/auth.ts";
import { endSession, getSession, isSignedOutByUser, setSignedInUser } from "../../shared/session/store.ts";

const PASSWORD_CHANGED = "Your password is changed. Please sign in with the new one.";

// The lock is held for this time after the change, until Firebase Auth in the other tabs has read the new session from
// the browser's storage.
const SESSION_SYNC_MS = 200;

/** Changes the password. Every other session ends; this one continues with a new token. */
export async function changePassword(change: PasswordChange): Promise<{ ok: true } | Failure> {
  const { user } = getSession();
  const unlock = await lockTokenRefresh();
  try {
    const result = await requestChange(change);
    if (!result.ok) return result;
    const firebase = await loadFirebase();
    await firebase.signIn(result.data.token);
    // The ID token stored for the next visit is from before the change, so the server would refuse it.
    clearStoredToken();
    const hasSessionEnded = user !== null && getSession().user === null;
    if (hasSessionEnded) {
      // The user has pressed Logout meanwhile.
      if (isSignedOutByUser()) await firebase.signOut();
      // A tab that did not wait for the lock may have ended the session in all tabs. Continue the session.
      else setSignedInUser(user);
    }
    return { ok: true };
  } catch {
    // The server has changed the password; only the sign-in with the new token has failed.
    endSession(PASSWORD_CHANGED);
    return { ok: true };
  } finally {
    unlock();
  }
}

/**
 * Stops the other tabs from refreshing their tokens until the returned function is called. The change makes their old
 * refresh tokens invalid, and a refused refresh would end the session in all tabs before the new token arrives.
 */
function lockTokenRefresh(): Promise<() => void> {
  return new Promise((resolve) => {
    // This tab holds the lock until the promise that `holdLock` returns is resolved.
    const holdLock = () =>
      new Promise<void>((releaseLock) => {
        const unlock = () => setTimeout(releaseLock, SESSION_SYNC_MS);
        resolve(unlock);
      });
    const continueWithoutLock = () => resolve(() => undefined);
    // Browsers offer locks only on https and localhost. The request fails if the lock is not free within the timeout.
    if (navigator.locks) navigator.locks.request(PASSWORD_LOCK, lockOptions(), holdLock).catch(continueWithoutLock);
    else continueWithoutLock();
  });
}
