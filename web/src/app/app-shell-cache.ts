import { APP_SHELL_CACHE } from "../shared/browser/reload-from-network.ts";

const LAST_RELOAD_KEY = "logbook.last-reload";
// During a deployment, some servers still deliver the old version. This interval prevents repeated reloads.
const MIN_RELOAD_INTERVAL_MS = 60_000;

/**
 * Caches the server's `index.html`; the service worker answers the next visit with it
 * (docs/decisions/0012-first-paint.md). Reloads the page if it runs an older version and the user has not done anything
 * yet (`logbookTouched`). Never rejects: the page works without the cache, too.
 */
export async function updateAppShellCache(): Promise<void> {
  try {
    const response = await fetch("/", { cache: "no-cache" });
    const html = await response.clone().text();
    if (!isAppShell(response, html)) return;
    const cache = await caches.open(APP_SHELL_CACHE);
    const cachedHtml = await (await cache.match("/"))?.text();
    if (html === cachedHtml) return;
    // A version whose HTML does not name this cache cannot update it. In the cache, such a version would stay for ever.
    if (html.includes(APP_SHELL_CACHE)) {
      await navigator.serviceWorker.register("/service-worker.js");
      await cache.put("/", response);
      loadMemberCode();
    } else {
      await caches.delete(APP_SHELL_CACHE);
    }
    // If nothing was cached, the page has come from the server just now.
    if (cachedHtml !== undefined && !isDocumentMadeFrom(html) && !globalThis.logbookTouched) reloadForNewVersion();
  } catch {
    // The browser is offline, its storage is full, or it allows no service worker.
  }
}

/**
 * Puts the files that a member's page starts with into the HTTP cache, for the next visit; the data block `#code` lists
 * them, the entry first. A page on which the user has just logged in has started with a visitor's files.
 */
function loadMemberCode(): void {
  const { member } = JSON.parse(document.getElementById("code")!.textContent) as { member: string[] };
  if (document.querySelector(`script[src="${member[0]}"]`)) return;
  for (const href of member)
    document.head.append(Object.assign(document.createElement("link"), { rel: "modulepreload", href }));
}

/** Whether the response is the logbook's page, and not an error or a proxy's login page. */
function isAppShell(response: Response, html: string): boolean {
  return response.ok && !response.redirected && html.includes('<div id="root">');
}

/** Whether the document was made from this HTML: the HTML has the document's inline scripts and stylesheet. */
function isDocumentMadeFrom(html: string): boolean {
  const scripts = [...document.scripts].filter(({ src }) => src === "").map(({ textContent }) => textContent);
  const stylesheet = document.querySelector("link[rel=stylesheet]")?.getAttribute("href") ?? "";
  return [...scripts, stylesheet].every((text) => html.includes(text));
}

function reloadForNewVersion(): void {
  if (Date.now() - Number(sessionStorage.getItem(LAST_RELOAD_KEY)) < MIN_RELOAD_INTERVAL_MS) return;
  sessionStorage.setItem(LAST_RELOAD_KEY, String(Date.now()));
  location.reload();
}
