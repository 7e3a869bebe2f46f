/** What the browser keeps of a session (section 3 names the first); all of it goes when the session ends. */
export const STORAGE_KEYS = { user: "logbook.user", token: "logbook.token", list: "logbook.list" } as const;

/** Reads what is kept under a key; `null` when there is nothing, or the browser forbids its store. */
export function readStored(key: string): unknown {
  try {
    return JSON.parse(localStorage.getItem(key) ?? "null");
  } catch {
    return null;
  }
}

/** Keeps a value, or, given `null`, no longer. A browser may forbid its store; the page then does without. */
export function writeStored(key: string, value: unknown): void {
  try {
    if (value === null) localStorage.removeItem(key);
    else localStorage.setItem(key, JSON.stringify(value));
  } catch {}
}

const AUTHS_OWN = "firebase:authUser:";

/** Forgets everything that is kept of a session, by Auth too: its own code, which would, may not be there yet. */
export function clearStoredSession(): void {
  for (const key of [...Object.values(STORAGE_KEYS), ...keysOf(AUTHS_OWN)]) writeStored(key, null);
}

function keysOf(prefix: string): string[] {
  try {
    return Object.keys(localStorage).filter((key) => key.startsWith(prefix));
  } catch {
    return [];
  }
}
