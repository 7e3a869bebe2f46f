import type { PasswordChange } from "@logbook/domain";
import { changePassword as requestChange } from "../../shared/api/account.ts";
import type { Failure } from "../../shared/api/result.ts";
import { loadFirebase } from "../../shared/session/auth.ts";
import { lockTimeout, PASSWORD_LOCK } from "../../shared/session/password-lock.ts";
import { endSession, getSession, isSignedOutByUser, setSignedInUser } from "../../shared/session/store.ts";
import { clearStoredToken } from "../../shared/session/stored-token.ts";

const PASSWORD_CHANGED = "Your password is changed. Please sign in with the new one.";

// The time that Auth in the other tabs gets to read the new session from storage.
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
    // The cached token is from before the change.
    clearStoredToken();
    const hasSessionEnded = user !== null && getSession().user === null;
    if (hasSessionEnded) {
      if (isSignedOutByUser()) await firebase.signOut();
      // A tab that did not wait for the lock may have ended the session in all tabs.
      else setSignedInUser(user);
    }
    return { ok: true };
  } catch {
    // The server has changed the password, so the user has to sign in with the new one.
    endSession(PASSWORD_CHANGED);
    return { ok: true };
  } finally {
    unlock();
  }
}

/**
 * Stops the other tabs from refreshing their tokens until the returned function is called: a refused refresh would end
 * the session in all tabs before the new token arrives.
 */
function lockTokenRefresh(): Promise<() => void> {
  return new Promise((resolve) => {
    // The browser holds the lock until the promise returned here resolves.
    const holdLock = () => new Promise<void>((releaseLock) => resolve(() => setTimeout(releaseLock, SESSION_SYNC_MS)));
    const continueWithoutLock = () => resolve(() => undefined);
    // Browsers offer locks only on https and localhost.
    if (navigator.locks) navigator.locks.request(PASSWORD_LOCK, lockTimeout(), holdLock).catch(continueWithoutLock);
    else continueWithoutLock();
  });
}
