/** The name of the browser's cache for the app shell (`index.html`); also in `service-worker.js` and `first.js`. */
export const APP_SHELL_CACHE = "logbook.page";

/** Reloads the page from the network. Offline it keeps the cached app shell, since there is no other copy. */
export async function reloadFromNetwork(): Promise<void> {
  // Browsers offer `caches` only on https and localhost. Reload even if the cached app shell cannot be deleted.
  if (navigator.onLine) await window.caches?.delete(APP_SHELL_CACHE).catch(() => false);
  location.reload();
}
