/** The browser's cache of the page; `service-worker.js` and `first.js` have its name as well. */
export const KEPT_PAGE = "logbook.page";

/** Loads the page anew, from the network where there is a line, whatever is kept of it. */
export async function reloadAnew(): Promise<void> {
  if (navigator.onLine) await window.caches?.delete(KEPT_PAGE).catch(() => false);
  location.reload();
}
