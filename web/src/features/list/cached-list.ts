import type { RenderedPage } from "@logbook/domain";
import type { IssuePage, ListView } from "../../shared/api/issue-page.ts";
import { listPath } from "../../shared/api/list-issues.ts";
import { readStored, STORAGE_KEYS, writeStored } from "../../shared/session/local-storage.ts";

/**
 * The list that showed last, by the call that asked for it; with it the server's markup of the page as it stood then, which
 * the page's own script puts back before any other code is there (`first.js`), where it is of the same person and
 * version of the page.
 */
interface CachedList {
  uid: string;
  path: string;
  page: IssuePage;
  picture?: RenderedPage & { version: string };
}

/** The list as this user last saw it in this view, if that is what is kept. */
export function readCachedList(uid: string, view: ListView): IssuePage | undefined {
  const kept = readStored(STORAGE_KEYS.list) as CachedList | null;
  return kept?.uid === uid && kept.path === listPath(view) ? kept.page : undefined;
}

// In letters; more would take longer to read than the list to ask for.
const LONGEST = 100_000;
const LONGEST_PICTURE = 300_000;

/** Keeps a list in place of the one before, with its markup where it came with that. */
export function writeCachedList(uid: string, view: ListView, { drawn, ...page }: IssuePage): void {
  const kept: CachedList = { uid, path: listPath(view), page };
  if (JSON.stringify(kept).length > LONGEST) writeStored(STORAGE_KEYS.list, null);
  else writeStored(STORAGE_KEYS.list, { ...kept, ...pictureOf(drawn) });
}

function pictureOf(drawn: RenderedPage | undefined): Pick<CachedList, "picture"> {
  const version = pageVersion();
  if (drawn === undefined || version === undefined || drawn.html.length > LONGEST_PICTURE) return {};
  return { picture: { ...drawn, version } };
}

/** The version of this page, by which the server knows whether it can draw for it; not while it is developed. */
export function pageVersion(): string | undefined {
  const { version } = JSON.parse(document.getElementById("code")?.textContent ?? "{}") as { version?: string };
  return version;
}
