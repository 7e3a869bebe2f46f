// `first.js` has the same key.
const KEY = "logbook.page-report";

/** What `report.js` has written into this tab's address, as it stood there; `null` if there is nothing. */
export function readStoredPageReport(): string | null {
  try {
    return sessionStorage.getItem(KEY);
  } catch {
    return null;
  }
}

export function removeStoredPageReport(): void {
  try {
    sessionStorage.removeItem(KEY);
  } catch {}
}
