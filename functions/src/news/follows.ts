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
import type { StoredDocument } from "../firestore/documents.ts";
import { parseTimestamp } from "../firestore/stored-report.ts";
import { parseMap } from "../firestore/values.ts";
import {
  type Commit,
  replaceSeen,
  setEntriesSeen,
  setFollowMode,
  setSeen,
  setSeenAll,
  type Write,
} from "../firestore/writes.ts";
import { type ApiResponse, failure, NO_SUCH_REPORT, ok } from "../http/response.ts";

const TOO_MANY_FOLLOWS = failure(
  "full",
  `You follow ${formatCount(LIMITS.followsPerMember)} reports, which is the limit. Please stop following another one first.`,
);

/**
 * Sets how the caller follows a report. Its earlier news stay while they follow it in another mode, and come back if they
 * undo that they stopped.
 */
export function follow(
  { uid }: Caller,
  { report, follows }: { report: StoredDocument | null; follows: StoredDocument | null },
  { mode, undo = false }: { mode: FollowMode; undo?: boolean | undefined },
): Commit | Failure {
  if (report === null) return NO_SUCH_REPORT;
  const { reports } = parseFollows(follows);
  const before = reports.get(report.id);
  const isOtherMode = before?.mode !== "none" && before?.mode !== mode;
  const keepsSince = Boolean(before?.since) && (mode === "none" || isOtherMode || undo);
  let replacedId: string | undefined;
  if (!reports.has(report.id) && reports.size >= LIMITS.followsPerMember) {
    // Reports that the caller stopped following count towards the limit too, so the oldest of these is replaced.
    const stoppedReports = [...reports].filter(([, following]) => following.mode === "none");
    const [oldestStopped] = stoppedReports.sort(([, a], [, b]) => compareText(a.since, b.since));
    if (oldestStopped === undefined) return TOO_MANY_FOLLOWS;
    [replacedId] = oldestStopped;
  }
  return {
    writes: [setFollowMode(uid, report.id, mode, { replacedId, keepsSince })],
    respond: () => ok({ mode }),
  };
}

/** The write with which an author follows a report; none if they have chosen a mode for it, or follow too many. */
export function authorFollowWrites(uid: string, issueId: string, follows: StoredDocument | null): Write[] {
  const { reports } = parseFollows(follows);
  const mayFollow = !reports.has(issueId) && reports.size < LIMITS.followsPerMember;
  return mayFollow ? [setFollowMode(uid, issueId, "all")] : [];
}

/** Stores that the caller has seen the news of a report, or of all reports, up to the time `until`. */
export function markSeen(
  { uid }: Caller,
  follows: StoredDocument | null,
  { until, issueId }: { until: string; issueId?: string | undefined },
): Commit {
  const seenUntil = new Date(until);
  const respond = () => ok({});
  if (issueId === undefined) return { writes: [setSeenAll(uid, seenUntil)], respond };
  const { seen } = parseFollows(follows);
  if (seen.has(issueId) || seen.size < LIMITS.seenReports)
    return { writes: [setSeen(uid, issueId, seenUntil)], respond };
  // There is no room: the older half of the times is removed.
  const newestFirst = [...seen].sort(([, a], [, b]) => compareText(b, a));
  const newerHalf = newestFirst.slice(0, LIMITS.seenReports / 2).map(([id, time]) => [id, new Date(time)]);
  return { writes: [replaceSeen(uid, { ...Object.fromEntries(newerHalf), [issueId]: seenUntil })], respond };
}

/** Stores that the caller has seen the entries of What's new up to the time `until`. An earlier time changes nothing. */
export function markEntriesSeen({ uid }: Caller, follows: StoredDocument | null, until: string): Commit | ApiResponse {
  const respond = () => ok({});
  if (until <= parseFollows(follows).entriesSeenAt) return respond();
  return { writes: [setEntriesSeen(uid, new Date(until))], respond };
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
  /** The time up to which the member has seen the entries of What's new; `""` if they never have. */
  entriesSeenAt: string;
}

/** Parses the caller's `follows/{uid}`. Leaves out entries that cannot be parsed. */
export function parseFollows(document: StoredDocument | null): Follows {
  const { reports, seen, seenAt, entriesSeenAt } = document?.data ?? {};
  return {
    reports: parseMap(reports, parseFollowing),
    seen: parseMap(seen, parseTimestamp),
    seenAt: parseTimestamp(seenAt) ?? "",
    entriesSeenAt: parseTimestamp(entriesSeenAt) ?? "",
  };
}

function parseFollowing(value: unknown): Following | null {
  if (!isRecord(value)) return null;
  const mode = FOLLOW_MODES.find((knownMode) => knownMode === value.mode);
  return mode === undefined ? null : { mode, since: parseTimestamp(value.since) ?? "" };
}
