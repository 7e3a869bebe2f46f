let kept = !import.meta.env.PROD;

/** Keeps the page for the next visit (`kept-page.ts`), the first time that it is called. In development it never does. */
export function updateAppShellCacheOnce(): void {
  if (kept) return;
  kept = true;
  import("./app-shell-cache.ts").then(({ updateAppShellCache }) => updateAppShellCache()).catch(() => undefined);
}
