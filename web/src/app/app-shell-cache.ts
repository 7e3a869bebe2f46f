import { APP_SHELL_CACHE } from "../shared/browser/reload-from-network.ts";

// While some servers deliver the old version and some the new one, the page must not reload again and again.
const LAST_RELOAD_KEY = "logbook.anew";
const MIN_RELOAD_INTERVAL_MS = 60_000;

/**
 * Caches the server's `index.html`; the service worker answers the next visit with it
 * (docs/decisions/0012-first-paint.md). Reloads the page if it runs an older version and the user has not done anything
 * yet. Never rejects: the page works without the cache, too.
 */
export async function updateAppShellCache(): Promise<void> {
  try {
    const response = await fetch("/", { cache: "no-cache" });
    const html = await response.clone().text();
    if (!isAppShell(response, html)) return;
    const cache = await caches.open(APP_SHELL_CACHE);
    const cachedHtml = await (await cache.match("/"))?.text();
    if (html === cachedHtml) return;
    if (html.includes(APP_SHELL_CACHE)) {
      await navigator.serviceWorker.register("/service-worker.js");
      await cache.put("/", response);
      loadMemberCode();
    } else {
      // The server went back to a version without this cache. Once cached, that version would never be updated.
      await caches.delete(APP_SHELL_CACHE);
    }
    if (cachedHtml !== undefined && !isDocumentMadeFrom(html) && !globalThis.logbookTouched) reloadForNewVersion();
  } catch {
    // The browser is offline, its storage is full, or it allows no service worker.
  }
}

/** Loads the code that a member's page starts with. After a login the page has run a visitor's code instead. */
function loadMemberCode(): void {
  const { member } = JSON.parse(document.getElementById("code")!.textContent) as { member: string[] };
  if (document.querySelector(`script[src="${member[0]}"]`)) return;
  for (const href of member)
    document.head.append(Object.assign(document.createElement("link"), { rel: "modulepreload", href }));
}

/** Whether this is the page, and not an error or a login page of a proxy. */
function isAppShell(response: Response, html: string): boolean {
  return response.ok && !response.redirected && html.includes('<div id="root">');
}

/** Whether the browser made the document from this HTML: both have the same inline scripts and the same stylesheet. */
function isDocumentMadeFrom(html: string): boolean {
  const scripts = [...document.scripts].filter(({ src }) => src === "").map(({ textContent }) => textContent);
  const stylesheet = document.querySelector("link[rel=stylesheet]")?.getAttribute("href") ?? "";
  return [...scripts, stylesheet].every((part) => html.includes(part));
}

function reloadForNewVersion(): void {
  if (Date.now() - Number(sessionStorage.getItem(LAST_RELOAD_KEY)) < MIN_RELOAD_INTERVAL_MS) return;
  sessionStorage.setItem(LAST_RELOAD_KEY, String(Date.now()));
  location.reload();
}
