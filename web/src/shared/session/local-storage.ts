/** The keys of a session's data in `localStorage`; the data is removed when the session ends. */
export const STORAGE_KEYS = { user: "logbook.user", token: "logbook.token", list: "logbook.list" } as const;

// If the browser forbids storage, these functions read `null` and write nothing, and the page still works.

export function readStored(key: string): unknown {
  try {
    return JSON.parse(localStorage.getItem(key) ?? "null");
  } catch {
    return null;
  }
}

/** Stores a value as JSON. `null` removes the key. */
export function writeStored(key: string, value: unknown): void {
  try {
    if (value === null) localStorage.removeItem(key);
    else localStorage.setItem(key, JSON.stringify(value));
  } catch {}
}

const AUTH_KEY_PREFIX = "firebase:authUser:";

/** Removes the session's data. Removes Firebase Auth's data too, because the code of Auth may not be loaded yet. */
export function clearStoredSession(): void {
  const sessionKeys: readonly string[] = Object.values(STORAGE_KEYS);
  try {
    for (const key of Object.keys(localStorage))
      if (sessionKeys.includes(key) || key.startsWith(AUTH_KEY_PREFIX)) localStorage.removeItem(key);
  } catch {}
}
