import { type Failure, formatCount, LIMITS } from "@logbook/domain";
import type { Caller } from "../accounts/session.ts";
import type { CallerStore, VersionedDocument } from "../firestore/caller-store.ts";
import type { Outcome } from "../firestore/rest.ts";
import type { StoredData } from "../firestore/stored-report.ts";
import { countVote, markBallot, removeFollow, setFollowMode, type Write } from "../firestore/writes.ts";
import { type ApiResponse, failure, ok } from "../http/response.ts";
import { readBallot } from "./ballot.ts";
import { readFollows } from "./follows.ts";
import { mayBeRace, NO_SUCH_REPORT, toFailure } from "./refusals.ts";

const FULL = failure(
  "full",
  `You vote for ${formatCount(LIMITS.votesPerMember)} reports, which is the limit. Please take another vote back first.`,
);

/**
 * Votes for a report as the caller, or takes the vote back. If the vote is already as wanted, for example because a
 * response was lost, the rules refuse the commit. The call succeeds then without changing the count.
 */
export async function vote(
  store: CallerStore,
  caller: Caller,
  issueId: string,
  voted: boolean,
): Promise<ApiResponse | Failure> {
  const { uid, credentials } = caller;
  const follow = await (voted ? followWithVote(caller, issueId) : unfollowWithVote(store, caller, issueId));
  if ("refusal" in follow) return toFailure(follow.refusal);
  const count = countVote(issueId, voted ? 1 : -1);
  const outcome = await store.commit(issueId, [count, markBallot(uid, issueId, voted), ...follow.writes]);
  if ("time" in outcome) return ok({ voted });
  if (!mayBeRace(outcome.refusal)) return toFailure(outcome.refusal);
  const ballot = await readBallot(credentials, uid);
  if ("refusal" in ballot) return toFailure(ballot.refusal);
  if (ballot.votes.has(issueId) === voted) return ok({ voted });
  if (voted && ballot.votes.size >= LIMITS.votesPerMember) return FULL;
  const report = await store.readReport(issueId);
  if ("document" in report && report.document === null) return NO_SUCH_REPORT;
  return toFailure(outcome.refusal);
}

type FollowWrites = Outcome<{ writes: Write[] }>;

/** A vote also follows the report, unless the member follows it already or has chosen not to. */
async function followWithVote({ uid, credentials }: Caller, issueId: string): Promise<FollowWrites> {
  const own = await readFollows(credentials, uid);
  if ("refusal" in own) return own;
  const { reports } = own.follows;
  const mayFollow = !reports.has(issueId) && reports.size < LIMITS.followsPerMember;
  return { writes: mayFollow ? [setFollowMode(uid, issueId, "all")] : [] };
}

/** Taking a vote back also ends the following that the vote began, except for authors of the report or an amendment. */
async function unfollowWithVote(
  store: CallerStore,
  { uid, credentials }: Caller,
  issueId: string,
): Promise<FollowWrites> {
  const [own, ballot, report] = await Promise.all([
    readFollows(credentials, uid),
    readBallot(credentials, uid),
    store.readReport(issueId),
  ]);
  if ("refusal" in own) return own;
  if ("refusal" in ballot) return ballot;
  if ("refusal" in report) return report;
  const following = own.follows.reports.get(issueId);
  const beganWithVote = following?.mode === "all" && following.since === ballot.votes.get(issueId);
  return { writes: beganWithVote && !isAuthor(uid, report.document) ? [removeFollow(uid, issueId)] : [] };
}

/** Whether a member has written a report or one of its amendments. */
function isAuthor(uid: string, report: VersionedDocument | null): boolean {
  const { reporterId, amendments } = report?.data ?? {};
  const authors = Object.values(amendments ?? {}).map((amendment: StoredData) => amendment?.createdById);
  return [reporterId, ...authors].includes(uid);
}

/** The ids of the reports for which the caller votes, some of which may be deleted. */
export async function listVotes({ uid, credentials }: Caller): Promise<ApiResponse | Failure> {
  const ballot = await readBallot(credentials, uid);
  return "refusal" in ballot ? toFailure(ballot.refusal) : ok({ voted: [...ballot.votes.keys()] });
}
