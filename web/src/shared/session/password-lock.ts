// While one window changes the password, no other may request a new token: the request would be refused, and the
// refused window would then end the session in all windows of the browser.

/** The name of the Web Lock that a window holds while it changes the password. */
export const PASSWORD_LOCK = "logbook.password";

/** The options that limit how long to wait for the lock: a window that holds it longer has lost its connection. */
export const lockTimeout = () => ({ signal: AbortSignal.timeout(5_000) });

/** Resolves once no window changes the password, or the timeout is over. */
export async function waitForPasswordChange(): Promise<void> {
  await navigator.locks
    ?.request(PASSWORD_LOCK, { mode: "shared", ...lockTimeout() }, () => undefined)
    .catch(() => undefined);
}
