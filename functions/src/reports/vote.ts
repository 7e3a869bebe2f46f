import { type Failure, formatCount, LIMITS } from "@logbook/domain";
import type { Caller } from "../accounts/session.ts";
import { type CallerStore, readDocumentAsCaller, type VersionedDocument } from "../firestore/caller-store.ts";
import type { Credentials, Outcome } from "../firestore/rest.ts";
import { parseTimestamp, type StoredData } from "../firestore/stored-report.ts";
import { parseMap } from "../firestore/values.ts";
import { countVote, markBallot, removeFollow, setFollowMode, type Write } from "../firestore/writes.ts";
import { type ApiResponse, failure, ok } from "../http/response.ts";
import { readFollows } from "./follows.ts";
import { mayBeRace, NO_SUCH_REPORT, toFailure } from "./refusals.ts";

const TOO_MANY_VOTES = failure(
  "full",
  `You vote for ${formatCount(LIMITS.votesPerMember)} reports, which is the limit. Please take another vote back first.`,
);

/**
 * Votes for a report as the caller, or takes the vote back. If the vote is already as wanted, for example because a
 * response was lost, the rules refuse the commit, and the call succeeds without changing the count.
 */
export async function vote(
  store: CallerStore,
  caller: Caller,
  issueId: string,
  wantsVote: boolean,
): Promise<ApiResponse | Failure> {
  const { uid, credentials } = caller;
  const followOutcome = await (wantsVote ? prepareFollow(caller, issueId) : prepareUnfollow(store, caller, issueId));
  if ("refusal" in followOutcome) return toFailure(followOutcome.refusal);
  const voteWrites = [countVote(issueId, wantsVote ? 1 : -1), markBallot(uid, issueId, wantsVote)];
  const outcome = await store.commit(issueId, [...voteWrites, ...followOutcome.writes]);
  // Only a successful commit has a time.
  if ("time" in outcome) return ok({ voted: wantsVote });
  if (!mayBeRace(outcome.refusal)) return toFailure(outcome.refusal);
  const ballot = await readBallot(credentials, uid);
  if ("refusal" in ballot) return toFailure(ballot.refusal);
  if (ballot.votes.has(issueId) === wantsVote) return ok({ voted: wantsVote });
  if (wantsVote && ballot.votes.size >= LIMITS.votesPerMember) return TOO_MANY_VOTES;
  const reportOutcome = await store.readReport(issueId);
  if ("document" in reportOutcome && reportOutcome.document === null) return NO_SUCH_REPORT;
  return toFailure(outcome.refusal);
}

type FollowWrites = Outcome<{ writes: Write[] }>;

/** The write with which the voter follows the report; none if they have set how they follow it, or follow too many. */
async function prepareFollow({ uid, credentials }: Caller, issueId: string): Promise<FollowWrites> {
  const followsOutcome = await readFollows(credentials, uid);
  if ("refusal" in followsOutcome) return followsOutcome;
  const { reports } = followsOutcome.follows;
  const mayFollow = !reports.has(issueId) && reports.size < LIMITS.followsPerMember;
  return { writes: mayFollow ? [setFollowMode(uid, issueId, "all")] : [] };
}

/** The write that ends a follow that began with the vote; none for authors of the report or of an amendment. */
async function prepareUnfollow(
  store: CallerStore,
  { uid, credentials }: Caller,
  issueId: string,
): Promise<FollowWrites> {
  const [followsOutcome, ballot, reportOutcome] = await Promise.all([
    readFollows(credentials, uid),
    readBallot(credentials, uid),
    store.readReport(issueId),
  ]);
  if ("refusal" in followsOutcome) return followsOutcome;
  if ("refusal" in ballot) return ballot;
  if ("refusal" in reportOutcome) return reportOutcome;
  const following = followsOutcome.follows.reports.get(issueId);
  // The vote and the write of prepareFollow() are in one commit, so both have the time of that commit.
  const beganWithVote = following?.mode === "all" && following.since === ballot.votes.get(issueId);
  const endsWithVote = beganWithVote && !isAuthor(uid, reportOutcome.document);
  return { writes: endsWithVote ? [removeFollow(uid, issueId)] : [] };
}

/** Whether a member has written a report or one of its amendments. */
function isAuthor(uid: string, report: VersionedDocument | null): boolean {
  const { reporterId, amendments } = report?.data ?? {};
  const amendmentAuthorIds = Object.values(amendments ?? {}).map((amendment: StoredData) => amendment?.createdById);
  return [reporterId, ...amendmentAuthorIds].includes(uid);
}

/** Lists the ids of the reports for which the caller has voted. Some of these reports may be deleted. */
export async function listVotes({ uid, credentials }: Caller): Promise<ApiResponse | Failure> {
  const ballot = await readBallot(credentials, uid);
  return "refusal" in ballot ? toFailure(ballot.refusal) : ok({ voted: [...ballot.votes.keys()] });
}

/** A member's votes: the time of each vote (ISO 8601; `""` if it cannot be read) by the report's id. */
async function readBallot(
  credentials: Credentials,
  uid: string,
): Promise<Outcome<{ votes: ReadonlyMap<string, string> }>> {
  const outcome = await readDocumentAsCaller(credentials, `ballots/${uid}`);
  if ("refusal" in outcome) return outcome;
  return { votes: parseMap(outcome.document?.data.votes, (time) => parseTimestamp(time) ?? "") };
}
