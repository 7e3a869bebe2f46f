import { type Failure, formatCount, LIMITS, type SightingBody, sightingText } from "@logbook/domain";
import type { Caller } from "../accounts/session.ts";
import { parseBallot, parseSightings } from "../firestore/stored-report.ts";
import { type Commit, markSighting, moveBoard } from "../firestore/writes.ts";
import { type ApiResponse, failure, NO_SUCH_REPORT, ok } from "../http/response.ts";
import { authorFollowWrites } from "../news/follows.ts";
import { unfollowWrites, type VoteDocuments } from "./vote.ts";

const NO_BUG = failure(
  "conflict",
  "This is a feature request, so there is nothing to see yet. Please vote for it instead.",
);
const TOO_MANY_SIGHTINGS = failure(
  "full",
  `${formatCount(LIMITS.sightingsPerReport)} members see this bug too, which is the limit. It is known well enough.`,
);

/**
 * Says that the caller sees a bug too, or takes that back. If it is already as wanted, the call succeeds without a
 * write, so it counts once. Like a vote, it lets the member follow the report (votes/vote.ts).
 */
export function see(
  { uid }: Caller,
  { report, ballot, follows }: VoteDocuments,
  { seen, browser, system }: SightingBody,
): Commit | ApiResponse | Failure {
  if (report === null) return NO_SUCH_REPORT;
  const sightings = parseSightings(report.data) ?? {};
  const own = Object.hasOwn(sightings, uid) ? sightings[uid]! : null;
  // The schema requires both names of a bug that the caller sees.
  const on = seen ? sightingText({ browser: browser!, system: system! }) : null;
  if (on === (own?.on ?? null)) return ok({ seen });
  if (seen && report.data.type !== "bug") return NO_BUG;
  if (own === null && Object.keys(sightings).length >= LIMITS.sightingsPerReport) return TOO_MANY_SIGHTINGS;
  const isVotedFor = parseBallot(ballot).has(report.id);
  const followWrites = seen
    ? authorFollowWrites(uid, report.id, follows)
    : unfollowWrites(uid, report, follows, isVotedFor ? null : own!.at);
  return {
    writes: [markSighting(report.id, uid, on), ...followWrites, moveBoard(report.id)],
    respond: () => ok({ seen }),
  };
}
