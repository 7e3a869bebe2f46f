let isDone = !import.meta.env.PROD;

/** Updates the app-shell cache at the first call in this window; never in development. Its code is loaded lazily. */
export function updateAppShellCacheOnce(): void {
  if (isDone) return;
  isDone = true;
  import("./app-shell-cache.ts").then(({ updateAppShellCache }) => updateAppShellCache()).catch(() => undefined);
}
