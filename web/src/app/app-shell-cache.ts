import { APP_SHELL_CACHE } from "../shared/browser/reload-from-network.ts";

/** When this window began anew last, in `sessionStorage`: servers that do not agree on a version must not keep it at that. */
const BEGAN_ANEW = "logbook.anew";
const NOT_AGAIN_MS = 60_000;

/**
 * Keeps the page itself (`index.html`) in the browser, so that the next visit shows without waiting for the network, and
 * checks what is kept against what the server has now (docs/decisions/0012-first-paint.md). Where this visit began with
 * an older version, it begins anew with the present one, unless the person has done anything yet. Resolves in any case:
 * without a kept page all is as it would be otherwise.
 */
export async function updateAppShellCache(): Promise<void> {
  try {
    const answer = await fetch("/", { cache: "no-cache" });
    const now = await answer.clone().text();
    // A server out of order, or somebody before it, may answer with something else.
    if (!answer.ok || answer.redirected || !now.includes('<div id="root">')) return;
    const cache = await caches.open(APP_SHELL_CACHE);
    const last = await (await cache.match("/"))?.text();
    if (now === last) return;
    if (now.includes(APP_SHELL_CACHE)) {
      await navigator.serviceWorker.register("/service-worker.js");
      await cache.put("/", answer);
    } else {
      // A version from before pages were kept, come back, would never look for the next one.
      await caches.delete(APP_SHELL_CACHE);
    }
    if (last !== undefined && !isOf(now) && !globalThis.logbookTouched) beginAnew();
  } catch {
    // No line, no room, or a browser that allows no such worker.
  }
}

/** Whether this document began as that page. */
function isOf(page: string): boolean {
  const scripts = [...document.scripts].filter(({ src }) => src === "").map(({ textContent }) => textContent);
  const style = document.querySelector("link[rel=stylesheet]")?.getAttribute("href") ?? "";
  return [...scripts, style].every((part) => page.includes(part));
}

function beginAnew(): void {
  if (Date.now() - Number(sessionStorage.getItem(BEGAN_ANEW)) < NOT_AGAIN_MS) return;
  sessionStorage.setItem(BEGAN_ANEW, String(Date.now()));
  location.reload();
}
