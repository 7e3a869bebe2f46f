const NAME = "logbook.password";

// So long the other windows' Auth may take to read the new session from what they share.
const READ_WITHIN_MS = 200;

// Who takes longer to change a password waits for a line that has gone silent.
const patience = () => ({ signal: AbortSignal.timeout(5_000) });

/**
 * Has all windows of this browser wait with asking for new tokens while one changes the password, until what this gives is
 * called: one that was refused would end the session for all of them before the new one is there.
 */
export function lockTokens(): Promise<() => void> {
  return new Promise((locked) => {
    const hold = () => new Promise<void>((release) => locked(() => setTimeout(release, READ_WITHIN_MS)));
    const goWithout = () => locked(() => undefined);
    // Browsers have locks only where the page came by https or from this machine.
    if (navigator.locks) navigator.locks.request(NAME, patience(), hold).catch(goWithout);
    else goWithout();
  });
}

/** Resolves once no window of this browser is changing the password, or one has been for too long. */
export async function tokensUnlocked(): Promise<void> {
  await navigator.locks?.request(NAME, { mode: "shared", ...patience() }, () => undefined).catch(() => undefined);
}
