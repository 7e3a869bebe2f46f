import {
  compareText,
  type Failure,
  FOLLOW_MODES,
  type FollowMode,
  formatCount,
  isRecord,
  LIMITS,
} from "@logbook/domain";
import type { Caller } from "../accounts/session.ts";
import { type CallerStore, readDocumentAsCaller } from "../firestore/caller-store.ts";
import { commitWrites } from "../firestore/documents.ts";
import type { Credentials, Outcome } from "../firestore/rest.ts";
import { parseTimestamp } from "../firestore/stored-report.ts";
import { parseMap } from "../firestore/values.ts";
import { replaceSeen, setFollowMode, setSeen, setSeenAll, type Write } from "../firestore/writes.ts";
import { type ApiResponse, failure, ok } from "../http/response.ts";
import { NO_SUCH_REPORT, toFailure } from "./refusals.ts";

const TOO_MANY_FOLLOWS = failure(
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
  const reportOutcome = await store.readReport(issueId);
  if ("refusal" in reportOutcome) return toFailure(reportOutcome.refusal);
  if (reportOutcome.document === null) return NO_SUCH_REPORT;
  const writeOutcome = await commitWrites(credentials, [setFollowMode(uid, issueId, mode)]);
  if (!("refusal" in writeOutcome)) return ok({ mode });
  // The rules refuse the write if the caller's follows are full. A write refused for another reason is not repeated.
  const followsOutcome = await readFollows(credentials, uid);
  if ("refusal" in followsOutcome) return toFailure(writeOutcome.refusal);
  const { reports } = followsOutcome.follows;
  if (reports.size < LIMITS.followsPerMember) return toFailure(writeOutcome.refusal);
  // Reports that the caller stopped following count towards the limit too, so the oldest of these is replaced.
  const stoppedReports = [...reports].filter(([, following]) => following.mode === "none");
  const [oldestStopped] = stoppedReports.sort(([, a], [, b]) => compareText(a.since, b.since));
  if (oldestStopped === undefined) return TOO_MANY_FOLLOWS;
  const [replacedId] = oldestStopped;
  const retryOutcome = await commitWrites(credentials, [setFollowMode(uid, issueId, mode, replacedId)]);
  return "refusal" in retryOutcome ? toFailure(retryOutcome.refusal) : ok({ mode });
}

/** Stores that the caller has seen the news of a report, or of all reports, up to the time `until`. */
export async function markSeen(
  caller: Caller,
  { until, issueId }: { until: string; issueId?: string | undefined },
): Promise<ApiResponse | Failure> {
  const { uid, credentials } = caller;
  const seenUntil = new Date(until);
  const write = issueId === undefined ? setSeenAll(uid, seenUntil) : setSeen(uid, issueId, seenUntil);
  const outcome = await commitWrites(credentials, [write]);
  if (!("refusal" in outcome)) return ok({});
  // The rules refuse the write if times are stored for too many reports. `setSeenAll` stores only one time.
  const trimmingWrite = issueId === undefined ? null : await prepareTrimming(caller, issueId, seenUntil);
  if (trimmingWrite === null) return toFailure(outcome.refusal);
  const retryOutcome = await commitWrites(credentials, [trimmingWrite]);
  return "refusal" in retryOutcome ? toFailure(retryOutcome.refusal) : ok({});
}

/** The write that stores `seenUntil` and removes the older half of the times; `null` if there is room. */
async function prepareTrimming({ uid, credentials }: Caller, issueId: string, seenUntil: Date): Promise<Write | null> {
  const outcome = await readFollows(credentials, uid);
  if ("refusal" in outcome || outcome.follows.seen.size < LIMITS.seenReports) return null;
  const newestFirst = [...outcome.follows.seen].sort(([, a], [, b]) => compareText(b, a));
  const newerHalf = newestFirst.slice(0, LIMITS.seenReports / 2).map(([id, time]) => [id, new Date(time)]);
  return replaceSeen(uid, { ...Object.fromEntries(newerHalf), [issueId]: seenUntil });
}

/** How a member follows one report. */
export interface Following {
  mode: FollowMode;
  /** Changes up to this time are no news; `""` if the time cannot be read. */
  since: string;
}

/** The reports that a member follows, and the news that they have seen. */
export interface Follows {
  /** By the report's id. */
  reports: ReadonlyMap<string, Following>;
  /** The time up to which the member has seen the news of a report, by the report's id. */
  seen: ReadonlyMap<string, string>;
  /** The time up to which the member has seen the news of all reports; `""` if they have never marked all as seen. */
  seenAt: string;
}

/** Reads the caller's own `follows/{uid}`. Leaves out entries that cannot be parsed. */
export async function readFollows(credentials: Credentials, uid: string): Promise<Outcome<{ follows: Follows }>> {
  const outcome = await readDocumentAsCaller(credentials, `follows/${uid}`);
  if ("refusal" in outcome) return outcome;
  const { reports, seen, seenAt } = outcome.document?.data ?? {};
  return {
    follows: {
      reports: parseMap(reports, parseFollowing),
      seen: parseMap(seen, parseTimestamp),
      seenAt: parseTimestamp(seenAt) ?? "",
    },
  };
}

function parseFollowing(value: unknown): Following | null {
  if (!isRecord(value)) return null;
  const mode = FOLLOW_MODES.find((knownMode) => knownMode === value.mode);
  return mode === undefined ? null : { mode, since: parseTimestamp(value.since) ?? "" };
}
