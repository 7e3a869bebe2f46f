import type { Filters, Show, Sort } from "@logbook/domain";
import type { Caller } from "../accounts/session.ts";
import type { Entry } from "../board/entry.ts";
import type { Reports } from "../board/reports.ts";
import type { Outcome } from "../firestore/rest.ts";
import { readFollows } from "./follows.ts";

export type Viewer = Pick<Caller, "uid" | "username" | "credentials">;

/** Whether the list depends on the member who asks. */
export const isPersonal = (show: Show): boolean => show === "mine" || show === "following";

/** The reports that match all filters, sorted by `sort`. The filter `show` may depend on the viewer. */
export async function selectShown(
  reports: Reports,
  { show, ...filters }: Filters,
  viewer: Viewer,
  sort?: Sort,
): Promise<Outcome<{ entries: readonly Entry[] }>> {
  const matching = reports.select(filters, sort);
  if (show === "all") return { entries: matching };
  if (show === "unanswered") return { entries: matching.filter(({ isUnanswered }) => isUnanswered) };
  if (show === "mine") {
    const own = reports.byReporter(viewer.username);
    return { entries: matching.filter((entry) => own.has(entry)) };
  }
  const read = await readFollows(viewer.credentials, viewer.uid);
  if ("refusal" in read) return read;
  const isFollowed = ({ id }: Entry): boolean => (read.follows.reports.get(id)?.mode ?? "none") !== "none";
  return { entries: matching.filter(isFollowed) };
}
