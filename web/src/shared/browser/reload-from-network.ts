/** The browser's cache of the page; `service-worker.js` and `first.js` have its name as well. */
export const APP_SHELL_CACHE = "logbook.page";

/** Loads the page anew, from the network where there is a line, whatever is kept of it. */
export async function reloadFromNetwork(): Promise<void> {
  if (navigator.onLine) await window.caches?.delete(APP_SHELL_CACHE).catch(() => false);
  location.reload();
}
