import type { Filters, Show, Sort } from "@logbook/domain";
import type { Caller } from "../accounts/session.ts";
import type { Entry } from "../board/entry.ts";
import type { Reports } from "../board/reports.ts";
import type { Outcome } from "../firestore/rest.ts";
import { readFollows } from "./follows.ts";

/** Whether the filter `show` gives each viewer a different list. */
export const isPersonal = (show: Show): boolean => show === "mine" || show === "following";

/** The reports that match all filters, sorted by `sort`. */
export async function selectEntries(
  reports: Reports,
  { show, ...filters }: Filters,
  viewer: Caller,
  sort?: Sort,
): Promise<Outcome<{ entries: readonly Entry[] }>> {
  const entries = reports.select(filters, sort);
  if (show === "all") return { entries };
  if (show === "unanswered") return { entries: entries.filter(({ isUnanswered }) => isUnanswered) };
  if (show === "mine") {
    const ownEntries = reports.byReporter(viewer.username);
    return { entries: entries.filter((entry) => ownEntries.has(entry)) };
  }
  // The remaining filter is `following`.
  const outcome = await readFollows(viewer.credentials, viewer.uid);
  if ("refusal" in outcome) return outcome;
  // The mode `none` is stored if the member has stopped following the report.
  const isFollowed = ({ id }: Entry): boolean => {
    const following = outcome.follows.reports.get(id);
    return following !== undefined && following.mode !== "none";
  };
  return { entries: entries.filter(isFollowed) };
}
