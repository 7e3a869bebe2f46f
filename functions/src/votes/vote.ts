import { type Failure, formatCount, LIMITS } from "@logbook/domain";
import type { Caller } from "../accounts/session.ts";
import type { StoredDocument } from "../firestore/documents.ts";
import { parseTimestamp, parseVoters, type StoredData } from "../firestore/stored-report.ts";
import { parseMap } from "../firestore/values.ts";
import { type Commit, countVote, markBallot, moveBoard, removeFollow, type Write } from "../firestore/writes.ts";
import { type ApiResponse, failure, NO_SUCH_REPORT, ok } from "../http/response.ts";
import { authorFollowWrites, parseFollows } from "../news/follows.ts";

const TOO_MANY_VOTES = failure(
  "full",
  `You vote for ${formatCount(LIMITS.votesPerMember)} reports, which is the limit. Please take another vote back first.`,
);

interface VoteDocuments {
  report: StoredDocument | null;
  ballot: StoredDocument | null;
  follows: StoredDocument | null;
}

/**
 * Votes for a report, or takes the vote back. If the vote is already as wanted, for example because a response was lost,
 * the call succeeds without changing the count.
 */
export function vote(
  { uid }: Caller,
  issueId: string,
  documents: VoteDocuments,
  wantsVote: boolean,
): Commit | ApiResponse | Failure {
  const { report, ballot } = documents;
  const votes = parseBallot(ballot);
  if (votes.has(issueId) === wantsVote) return ok({ voted: wantsVote });
  if (report === null) return NO_SUCH_REPORT;
  if (wantsVote && votes.size >= LIMITS.votesPerMember) return TOO_MANY_VOTES;
  return {
    writes: [
      countVote(issueId, uid, wantsVote ? 1 : -1, parseVoters(report.data)),
      markBallot(uid, issueId, wantsVote),
      ...(wantsVote ? authorFollowWrites(uid, issueId, documents.follows) : unfollowWrites(uid, report, documents)),
      moveBoard(issueId),
    ],
    respond: () => ok({ voted: wantsVote }),
  };
}

/** The write that ends a follow that began with the vote; none for authors of the report or of an amendment. */
function unfollowWrites(uid: string, report: StoredDocument, { ballot, follows }: VoteDocuments): Write[] {
  const following = parseFollows(follows).reports.get(report.id);
  // The vote and the write of authorFollowWrites() are in one commit, so both have the time of that commit.
  const beganWithVote = following?.mode === "all" && following.since === parseBallot(ballot).get(report.id);
  return beganWithVote && !isAuthor(uid, report) ? [removeFollow(uid, report.id)] : [];
}

/** Whether a member has written a report or one of its amendments. */
function isAuthor(uid: string, { data: { reporterId, amendments } }: StoredDocument): boolean {
  const amendmentAuthorIds = Object.values(amendments ?? {}).map((amendment: StoredData) => amendment?.createdById);
  return [reporterId, ...amendmentAuthorIds].includes(uid);
}

/** Lists the ids of the reports for which the caller has voted. Some of these reports may be deleted. */
export const listVotes = (ballot: StoredDocument | null): ApiResponse => ok({ voted: [...parseBallot(ballot).keys()] });

/** A member's votes: the time of each vote (ISO 8601; `""` if it cannot be read) by the report's id. */
export const parseBallot = (ballot: StoredDocument | null): ReadonlyMap<string, string> =>
  parseMap(ballot?.data.votes, (time) => parseTimestamp(time) ?? "");
