import type { Filters, Show, Sort } from "@logbook/domain";
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

/** The viewer of a list, with the document of `readsForShow`. */
export interface Viewer {
  caller: Caller;
  follows: StoredDocument | null;
}

/** The reports that match all filters, sorted by `sort`. */
export function selectEntries(
  reports: Reports,
  { show, ...filters }: Filters,
  { caller, follows }: Viewer,
  sort?: Sort,
): readonly Entry[] {
  const entries = reports.select(filters, sort);
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
