import {
  ALL,
  type Area,
  type Filters,
  foldSearch,
  NO_AREA,
  type Show,
  type Sort,
  type TabCounts,
} from "@logbook/domain";
import type { Caller } from "../accounts/session.ts";
import type { Entry } from "../board/entry.ts";
import type { Reports } from "../board/reports.ts";
import { tallyOf } from "../board/tally.ts";
import type { StoredDocument } from "../firestore/documents.ts";
import { parseFollows } from "../news/follows.ts";

/** Whether the filter `show` gives each viewer a different list. */
export const isPersonal = (show: Show): boolean => show !== ALL && show !== "unanswered";

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
export function selectEntries(reports: Reports, filters: Filters, viewer: Viewer, sort?: Sort): readonly Entry[] {
  const entries = selectForAllTabs(reports, filters, viewer, sort);
  const { show } = filters;
  return show === ALL ? entries : entries.filter(testForTab(show, viewer));
}

/** The test for the reports that a tab shows this viewer. */
function testForTab(show: Exclude<Show, typeof ALL>, { caller, follows }: Viewer): (entry: Entry) => boolean {
  if (show === "unanswered") return ({ isUnanswered }) => isUnanswered;
  if (show === "todo") return ({ assignee }) => assignee === caller.username;
  if (show === "following") {
    const followings = parseFollows(follows).reports;
    // The mode `none` is stored if the member has stopped following the report.
    return ({ id }) => (followings.get(id)?.mode ?? "none") !== "none";
  }
  const name = foldSearch(caller.username);
  if (show === "mine") return ({ reporter }) => reporter === name;
  return ({ reporter, isUnanswered }) => isUnanswered && reporter === name;
}

/**
 * How many reports each tab has with these filters. The followed ones are counted in their own tab only, because the
 * others do not read what the viewer follows.
 */
export function countTabs(reports: Reports, filters: Filters, viewer: Viewer): TabCounts {
  const entries = selectForAllTabs(reports, filters, viewer);
  const { unanswered, filed, taken } = tallyOf(entries);
  const { username, isAdmin } = viewer.caller;
  const mine = filed.get(foldSearch(username));
  return {
    [ALL]: entries.length,
    mine: mine?.total ?? 0,
    ...(filters.show === "following" && { following: entries.filter(testForTab("following", viewer)).length }),
    unanswered,
    ...(isAdmin && { todo: taken.get(username) ?? 0 }),
    "mine-unanswered": mine?.unanswered ?? 0,
  };
}

/** The reports that match all filters but the tab (`show`), sorted by `sort`. */
function selectForAllTabs(
  reports: Reports,
  { show: _, area, ...filters }: Filters,
  { areas = [] }: Viewer,
  sort?: Sort,
): readonly Entry[] {
  // A report may have the id of an area that was deleted: then it has no area. Such an id in a saved view is ignored.
  const areaIds = new Set(areas.map(({ id }) => id));
  const entries = reports.select({ ...filters, area: areaIds.has(area) ? area : ALL }, sort);
  return area === NO_AREA ? entries.filter((entry) => !areaIds.has(entry.area)) : entries;
}
