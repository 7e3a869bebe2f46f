/** The lock that a window holds while it changes the password. */
export const PASSWORD_LOCK = "logbook.password";

/** How long to wait for the lock: who takes longer to change a password waits for a line that has gone silent. */
export const lockTimeout = () => ({ signal: AbortSignal.timeout(5_000) });

/** Resolves once no window of this browser is changing the password, or one has been for too long. */
export async function waitForPasswordChange(): Promise<void> {
  await navigator.locks
    ?.request(PASSWORD_LOCK, { mode: "shared", ...lockTimeout() }, () => undefined)
    .catch(() => undefined);
}
