// While one window changes the password, no other window may request a new token: the request would be refused, and
// that other window would then end the session in all windows of the browser.

/** The name of the Web Lock that a window holds while it changes the password. */
export const PASSWORD_LOCK = "logbook.password";

// A window that holds the lock for longer has probably lost its connection.
const LOCK_TIMEOUT_MS = 5_000;

/** Options for `navigator.locks.request` that end the wait for the lock after the timeout. */
export const lockOptions = () => ({ signal: AbortSignal.timeout(LOCK_TIMEOUT_MS) });

/** Resolves once no window changes the password, or after the timeout. */
export async function waitForPasswordChange(): Promise<void> {
  // Browsers offer locks only on https and localhost. After the timeout the request rejects, which ends the wait.
  await navigator.locks
    ?.request(PASSWORD_LOCK, { mode: "shared", ...lockOptions() }, () => undefined)
    .catch(() => undefined);
}
