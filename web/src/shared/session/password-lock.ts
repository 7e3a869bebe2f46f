// While one window changes the password, no other window may request a new token: the request would be refused, and
// that other window would then end the session in all windows of the browser.

/** The name of the Web Lock that a window holds while it changes the password. */
export const PASSWORD_LOCK = "logbook.password";

// A window that holds the lock for a longer time has lost its connection.
const LOCK_TIMEOUT_MS = 5_000;

/** Options of a lock request that end the wait after the timeout. */
export const lockTimeout = () => ({ signal: AbortSignal.timeout(LOCK_TIMEOUT_MS) });

/** Resolves once no window changes the password, or after the timeout. */
export async function waitForPasswordChange(): Promise<void> {
  await navigator.locks
    ?.request(PASSWORD_LOCK, { mode: "shared", ...lockTimeout() }, () => undefined)
    .catch(() => undefined);
}
