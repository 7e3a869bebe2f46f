import type { User } from "@logbook/domain";
import { type IssuePage, type ListView, listPath } from "../api/list-issues.ts";
import { firstDashboard } from "../first-picture/first-dashboard.tsx";
import { renderToHtml } from "../first-picture/render-to-html.ts";
import { KEPT, writeKept } from "./kept.ts";
import type { KeptList, Picture } from "./kept-list.ts";

// In letters; more would take longer to read than the list to ask for.
const LONGEST = 100_000;
const LONGEST_PICTURE = 300_000;

/** Keeps the list that shows, in place of the one before, with what the dashboard looks like with it. */
export function keepList(user: User, view: ListView, page: IssuePage): void {
  const html = renderToHtml(firstDashboard(user, view, { page, fresh: false }));
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
