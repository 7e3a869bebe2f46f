import type { RenderedPage } from "@logbook/domain";
import type { IssuePage, ListView } from "../../shared/api/issue-page.ts";
import { listPath } from "../../shared/api/list-issues.ts";
import { readStored, STORAGE_KEYS, writeStored } from "../../shared/session/local-storage.ts";

/**
 * The list shown last, the path of its request, and the page's markup from the server. `first.js` shows the markup at
 * the next visit, if user, path and page version are the same.
 */
interface CachedList {
  uid: string;
  path: string;
  page: IssuePage;
  markup?: RenderedPage & { version: string };
}

/** The cached list, if it is this user's list for this view. */
export function readCachedList(uid: string, view: ListView): IssuePage | undefined {
  const cached = readStored(STORAGE_KEYS.list) as CachedList | null;
  return cached?.uid === uid && cached.path === listPath(view) ? cached.page : undefined;
}

// In characters. Reading a larger list from storage takes longer than requesting it.
const MAX_LIST_LENGTH = 100_000;
const MAX_MARKUP_LENGTH = 300_000;

/** Caches a list in place of the previous one, with its markup if the server sent it. */
export function writeCachedList(uid: string, view: ListView, { drawn, ...page }: IssuePage): void {
  const cached: CachedList = { uid, path: listPath(view), page };
  if (JSON.stringify(cached).length > MAX_LIST_LENGTH) writeStored(STORAGE_KEYS.list, null);
  else writeStored(STORAGE_KEYS.list, { ...cached, ...markupOf(drawn) });
}

function markupOf(drawn: RenderedPage | undefined): Pick<CachedList, "markup"> {
  const version = readPageVersion();
  if (drawn === undefined || version === undefined || drawn.html.length > MAX_MARKUP_LENGTH) return {};
  return { markup: { ...drawn, version } };
}

/** This page's version: the function renders markup for the same version only. `undefined` in development. */
export function readPageVersion(): string | undefined {
  const { version } = JSON.parse(document.getElementById("code")?.textContent ?? "{}") as { version?: string };
  return version;
}
