import type { IssuePage, ListView } from "../api/list-issues.ts";
import { KEPT, readKept, writeKept } from "./kept.ts";

interface KeptList {
  uid: string;
  view: string;
  page: IssuePage;
}

// In letters; a longer list would take longer to read than to ask for.
const LONGEST = 100_000;

/** The list as this user last saw it in this view, if that is what is kept. */
export function keptList(uid: string, view: ListView): IssuePage | undefined {
  const kept = readKept(KEPT.list) as KeptList | null;
  return kept?.uid === uid && kept.view === JSON.stringify(view) ? kept.page : undefined;
}

/** Keeps the list that shows, in place of the one before. */
export function keepList(uid: string, view: ListView, page: IssuePage): void {
  const kept: KeptList = { uid, view: JSON.stringify(view), page };
  writeKept(KEPT.list, JSON.stringify(kept).length > LONGEST ? null : kept);
}
