import { compareText, type Failure, type FollowMode, formatCount, LIMITS } from "@logbook/domain";
import type { Caller } from "../accounts/session.ts";
import type { CallerStore } from "../firestore/caller-store.ts";
import { commit } from "../firestore/commit.ts";
import { replaceSeen, setFollowMode, setSeen, setSeenAll, type Write } from "../firestore/writes.ts";
import { type ApiResponse, failure, ok } from "../http/response.ts";
import { readFollows } from "./follows.ts";
import { NO_SUCH_REPORT, toFailure } from "./refusals.ts";

const FULL = failure(
  "full",
  `You follow ${formatCount(LIMITS.followsPerMember)} reports, which is the limit. Please stop following another one first.`,
);

/** Sets how the caller follows a report. */
export async function follow(
  store: CallerStore,
  { uid, credentials }: Caller,
  issueId: string,
  mode: FollowMode,
): Promise<ApiResponse | Failure> {
  const report = await store.readReport(issueId);
  if ("refusal" in report) return toFailure(report.refusal);
  if (report.document === null) return NO_SUCH_REPORT;
  const outcome = await commit(credentials, [setFollowMode(uid, issueId, mode)]);
  if (!("refusal" in outcome)) return ok({ mode });
  const read = await readFollows(credentials, uid);
  if ("refusal" in read || read.follows.reports.size < LIMITS.followsPerMember) return toFailure(outcome.refusal);
  // A report that the caller stopped following keeps its place until another one needs it.
  const [stopped] = [...read.follows.reports]
    .filter(([, following]) => following.mode === "none")
    .sort(([, a], [, b]) => compareText(a.since, b.since));
  if (stopped === undefined) return FULL;
  const retried = await commit(credentials, [setFollowMode(uid, issueId, mode, stopped[0])]);
  return "refusal" in retried ? toFailure(retried.refusal) : ok({ mode });
}

/** Stores the time until which the caller has seen the news of one report, or of all. */
export async function markSeen(
  caller: Caller,
  { until, issueId }: { until: string; issueId?: string | undefined },
): Promise<ApiResponse | Failure> {
  const { uid, credentials } = caller;
  const time = new Date(until);
  const write = issueId === undefined ? setSeenAll(uid, time) : setSeen(uid, issueId, time);
  const outcome = await commit(credentials, [write]);
  if (!("refusal" in outcome)) return ok({});
  const replacement = issueId === undefined ? null : await replaceOldestSeen(caller, issueId, time);
  if (replacement === null) return toFailure(outcome.refusal);
  const retried = await commit(credentials, [replacement]);
  return "refusal" in retried ? toFailure(retried.refusal) : ok({});
}

/** The write that adds a seen time and removes the older half of the others; `null` if they are below their limit. */
async function replaceOldestSeen({ uid, credentials }: Caller, issueId: string, time: Date): Promise<Write | null> {
  const read = await readFollows(credentials, uid);
  if ("refusal" in read || read.follows.seen.size < LIMITS.seenReports) return null;
  const newest = [...read.follows.seen].sort(([, a], [, b]) => compareText(b, a)).slice(0, LIMITS.seenReports / 2);
  const seen = Object.fromEntries(newest.map(([id, at]) => [id, new Date(at)]));
  return replaceSeen(uid, { ...seen, [issueId]: time });
}
