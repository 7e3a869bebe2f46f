import type { RenderedPage } from "@logbook/domain";
import type { IssuePage, ListView } from "../../shared/api/issue-page.ts";
import { listPath } from "../../shared/api/list-issues.ts";
import { readStored, STORAGE_KEYS, writeStored } from "../../shared/session/local-storage.ts";

/**
 * The list shown last, with the path of its request, and the page's markup from the server (`markup`). `first.js` shows
 * that markup at the next visit, if user, path and page version are the same.
 */
interface CachedList {
  uid: string;
  path: string;
  page: IssuePage;
  markup?: RenderedPage & { version: string };
}

export function readCachedList(uid: string, view: ListView): IssuePage | undefined {
  const cached = readStored(STORAGE_KEYS.list) as CachedList | null;
  return cached?.uid === uid && cached.path === listPath(view) ? cached.page : undefined;
}

// In characters: to read a larger list takes longer than to request it.
const MAX_LIST_LENGTH = 100_000;
const MAX_MARKUP_LENGTH = 300_000;

/** Caches a list instead of the previous one, with its markup if it has any. */
export function writeCachedList(uid: string, view: ListView, { drawn, ...page }: IssuePage): void {
  const cached: CachedList = { uid, path: listPath(view), page };
  if (JSON.stringify(cached).length > MAX_LIST_LENGTH) writeStored(STORAGE_KEYS.list, null);
  else writeStored(STORAGE_KEYS.list, { ...cached, ...markupOf(drawn) });
}

function markupOf(drawn: RenderedPage | undefined): Pick<CachedList, "markup"> {
  const version = pageVersion();
  if (drawn === undefined || version === undefined || drawn.html.length > MAX_MARKUP_LENGTH) return {};
  return { markup: { ...drawn, version } };
}

/** This page's version: the function renders markup for the same version only. `undefined` in development. */
export function pageVersion(): string | undefined {
  const { version } = JSON.parse(document.getElementById("code")?.textContent ?? "{}") as { version?: string };
  return version;
}
