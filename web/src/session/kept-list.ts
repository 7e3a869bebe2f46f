import { type IssuePage, type ListView, listPath } from "../api/list-issues.ts";
import { KEPT, readKept } from "./kept.ts";

/** The list that showed last, by the call that asked for it, and the page as it stood then. */
export interface KeptList {
  uid: string;
  path: string;
  page: IssuePage;
  picture?: Picture;
}

/** The page's markup, which its own script puts back before any other code is there (`first.js`). */
export interface Picture {
  html: string;
  /** Of whom it was drawn, as JSON. */
  user: string;
  /** Of which build. */
  build: string;
}

/** The list as this user last saw it in this view, if that is what is kept. */
export function keptList(uid: string, view: ListView): IssuePage | undefined {
  const kept = readKept(KEPT.list) as KeptList | null;
  return kept?.uid === uid && kept.path === listPath(view) ? kept.page : undefined;
}
