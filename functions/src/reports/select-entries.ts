import { ALL, type Area, type Filters, NO_AREA, type Show, type Sort } from "@logbook/domain";
import type { Caller } from "../accounts/session.ts";
import type { Entry } from "../board/entry.ts";
import type { Reports } from "../board/reports.ts";
import type { StoredDocument } from "../firestore/documents.ts";
import { parseFollows } from "../news/follows.ts";

/** Whether the filter `show` gives each viewer a different list. */
export const isPersonal = (show: Show): boolean => show === "mine" || show === "following" || show === "todo";

/** The document that the filter `show` needs, as `reads` of a route. */
export const readsForShow = (show: Show | undefined, uid: string): { follows?: string } =>
  show === "following" ? { follows: `follows/${uid}` } : {};

/** The viewer of a list, with the document of `readsForShow` and the areas that there are. */
export interface Viewer {
  caller: Caller;
  follows: StoredDocument | null;
  areas?: readonly Area[] | undefined;
}

/** The reports that match all filters, sorted by `sort`. */
export function selectEntries(
  reports: Reports,
  { show, area, ...filters }: Filters,
  { caller, follows, areas = [] }: Viewer,
  sort?: Sort,
): readonly Entry[] {
  // A report may have the id of an area that was deleted: then it has no area. Such an id in a saved view is ignored.
  const areaIds = new Set(areas.map(({ id }) => id));
  const entriesInArea = reports.select({ ...filters, area: areaIds.has(area) ? area : ALL }, sort);
  const entries = area === NO_AREA ? entriesInArea.filter((entry) => !areaIds.has(entry.area)) : entriesInArea;
  if (show === "all") return entries;
  if (show === "unanswered") return entries.filter(({ isUnanswered }) => isUnanswered);
  if (show === "todo") return entries.filter(({ assignee }) => assignee === caller.username);
  if (show === "mine") {
    const ownEntries = reports.byReporter(caller.username);
    return entries.filter((entry) => ownEntries.has(entry));
  }
  // The remaining filter is `following`. The mode `none` is stored if the member has stopped following the report.
  const followings = parseFollows(follows).reports;
  return entries.filter(({ id }) => (followings.get(id)?.mode ?? "none") !== "none");
}
