import type { RenderedPage } from "@logbook/domain";
import { type IssuePage, type ListView, listPath } from "../../shared/api/list-issues.ts";
import { readStored, STORAGE_KEYS, writeStored } from "../../shared/session/local-storage.ts";

/**
 * The list shown last, the path of its request, and the dashboard's markup from the server. `first.js` shows the markup
 * at the next visit if the user, the path and the web app's build (`version`, its name) are the same.
 */
interface CachedList {
  uid: string;
  path: string;
  page: IssuePage;
  markup?: RenderedPage & { version: string };
}

/** The cached list, if it is this user's list for this view. */
export function readCachedList(uid: string, view: ListView): IssuePage | undefined {
  const cachedList = readStored(STORAGE_KEYS.list) as CachedList | null;
  return cachedList?.uid === uid && cachedList.path === listPath(view) ? cachedList.page : undefined;
}

// Both lengths are in characters. Reading a larger list from storage takes longer than requesting it.
const MAX_LIST_LENGTH = 100_000;
const MAX_MARKUP_LENGTH = 300_000;

/** Caches a list in place of the previous one, with its markup (in the response: `drawn`) if the server sent markup. */
export function writeCachedList(uid: string, view: ListView, { drawn: markup, ...page }: IssuePage): void {
  const list: CachedList = { uid, path: listPath(view), page };
  // Instead of a list that is too large, nothing is cached: the previous list is outdated.
  if (JSON.stringify(list).length > MAX_LIST_LENGTH) writeStored(STORAGE_KEYS.list, null);
  else writeStored(STORAGE_KEYS.list, { ...list, markup: markupToCache(markup) });
}

function markupToCache(markup: RenderedPage | undefined): CachedList["markup"] {
  const buildName = readBuildName();
  if (markup === undefined || buildName === undefined || markup.html.length > MAX_MARKUP_LENGTH) return undefined;
  return { ...markup, version: buildName };
}

/**
 * The name of the web app's build, `undefined` in development. The API renders markup only for its own build. The build
 * writes the name, and the URLs of its scripts, as JSON into the page's element `code` (first-paint.ts).
 */
export function readBuildName(): string | undefined {
  const { version } = JSON.parse(document.getElementById("code")?.textContent ?? "{}") as { version?: string };
  return version;
}
