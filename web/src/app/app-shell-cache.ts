import { APP_SHELL_CACHE } from "../shared/browser/reload-from-network.ts";

const LAST_RELOAD_KEY = "logbook.last-reload";
// During a deployment, some servers still deliver the old version. This interval prevents repeated reloads.
const MIN_RELOAD_INTERVAL_MS = 60_000;

/**
 * Caches the server's `index.html` for the service worker, which answers the next visit with it (decision 12). Reloads
 * a page of an older version if the user has not done anything yet (`logbookTouched`). Never rejects.
 */
export async function updateAppShellCache(): Promise<void> {
  try {
    const response = await fetch("/", { cache: "no-cache" });
    const html = await response.clone().text();
    if (!isAppShell(response, html)) return;
    const cache = await caches.open(APP_SHELL_CACHE);
    const cachedResponse = await cache.match("/");
    const cachedHtml = await cachedResponse?.text();
    if (html === cachedHtml) return;
    // A version whose HTML does not name this cache cannot update the cache, and would stay in the cache for ever.
    if (html.includes(APP_SHELL_CACHE)) {
      await navigator.serviceWorker.register("/service-worker.js");
      await cache.put("/", response);
      preloadMemberCode();
    } else {
      await caches.delete(APP_SHELL_CACHE);
    }
    // If nothing was cached, the page has come from the server just now.
    const isOutdated = cachedHtml !== undefined && !isDocumentMadeFrom(html);
    if (isOutdated && !globalThis.logbookTouched) reloadForNewVersion();
  } catch {
    // The browser is offline, its storage is full, or it allows no service worker. The page works without the cache.
  }
}

/**
 * Loads the files with which the list starts into the HTTP cache, for the next visit. This page lacks them if it has
 * started with a visitor's files: before a login, or on another screen than the list.
 */
function preloadMemberCode(): void {
  // The data block `#code` lists a member's files, the entry first.
  const code = JSON.parse(document.getElementById("code")!.textContent) as { member: string[] };
  const hasStartedAsMember = document.querySelector(`script[src="${code.member[0]}"]`) !== null;
  if (hasStartedAsMember) return;
  for (const href of code.member)
    document.head.append(Object.assign(document.createElement("link"), { rel: "modulepreload", href }));
}

/** Whether the response is the logbook's page, and not an error or a proxy's login page. */
function isAppShell(response: Response, html: string): boolean {
  return response.ok && !response.redirected && html.includes('<div id="root">');
}

/** Whether the document was made from this HTML: the HTML has the document's inline scripts and stylesheet. */
function isDocumentMadeFrom(html: string): boolean {
  const inlineScripts = [...document.scripts].filter(({ src }) => src === "").map(({ textContent }) => textContent);
  const stylesheetUrl = document.querySelector("link[rel=stylesheet]")!.getAttribute("href")!;
  return [...inlineScripts, stylesheetUrl].every((text) => html.includes(text));
}

function reloadForNewVersion(): void {
  const lastReloadAt = Number(sessionStorage.getItem(LAST_RELOAD_KEY) ?? 0);
  if (Date.now() - lastReloadAt < MIN_RELOAD_INTERVAL_MS) return;
  sessionStorage.setItem(LAST_RELOAD_KEY, String(Date.now()));
  location.reload();
}
