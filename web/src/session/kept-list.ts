import type { User } from "@logbook/domain";
import { type IssuePage, type ListView, listPath } from "../api/list-issues.ts";
import { KEPT, readKept, writeKept } from "./kept.ts";

/** The list that showed last, by the call that asked for it, and the page as it stood then. */
interface KeptList {
  uid: string;
  path: string;
  page: IssuePage;
  picture?: Picture;
}

/** The page's markup, which its own script puts back before any other code is there (`first.js`). */
interface Picture {
  html: string;
  /** Of whom it was drawn, as JSON. */
  user: string;
  /** Of which build. */
  build: string;
}

// In letters; more would take longer to read than the list to ask for.
const LONGEST = 100_000;
const LONGEST_PICTURE = 300_000;

/** The list as this user last saw it in this view, if that is what is kept. */
export function keptList(uid: string, view: ListView): IssuePage | undefined {
  const kept = readKept(KEPT.list) as KeptList | null;
  return kept?.uid === uid && kept.path === listPath(view) ? kept.page : undefined;
}

/** Keeps the list that shows, in place of the one before; `html` is what the dashboard looks like with it. */
export function keepList(user: User, view: ListView, page: IssuePage, html: string): void {
  const kept: KeptList = { uid: user.id, path: listPath(view), page };
  const picture: Picture = { html, user: JSON.stringify(user), build: thisBuild() };
  if (JSON.stringify(kept).length > LONGEST) writeKept(KEPT.list, null);
  else writeKept(KEPT.list, html.length > LONGEST_PICTURE ? kept : { ...kept, picture });
}

/** What tells this build of the page from any other, as `first.js` has it: the names of its code and its stylesheet. */
function thisBuild(): string {
  const stylesheet = document.querySelector<HTMLLinkElement>("link[rel=stylesheet]");
  return `${document.getElementById("code")?.textContent} ${stylesheet?.href}`;
}
