import { type Failure, formatCount, LIMITS } from "@logbook/domain";
import type { Caller } from "../accounts/session.ts";
import { hasMark, isAskedIfFixed } from "../board/asked.ts";
import type { Board } from "../board/board.ts";
import { boardTimeFields, type StoredBoardHead } from "../firestore/board-head.ts";
import type { StoredDocument } from "../firestore/documents.ts";
import { parseBallot, parseSightings, parseVoters, type StoredData } from "../firestore/stored-report.ts";
import { type Commit, countVote, markBallot, moveBoard, removeFollow, type Write } from "../firestore/writes.ts";
import { type ApiResponse, failure, NO_SUCH_REPORT, ok } from "../http/response.ts";
import { authorFollowWrites, parseFollows } from "../news/follows.ts";

const TOO_MANY_VOTES = failure(
  "full",
  `You vote for ${formatCount(LIMITS.votesPerMember)} reports, which is the limit. Please take another vote back first.`,
);

/** What a vote, a sighting and an answer to 'Fixed for you?' need. */
export interface VoteDocuments {
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
  const { report, ballot, follows } = documents;
  const votes = parseBallot(ballot);
  if (votes.has(issueId) === wantsVote) return ok({ voted: wantsVote });
  if (report === null) return NO_SUCH_REPORT;
  if (wantsVote && votes.size >= LIMITS.votesPerMember) return TOO_MANY_VOTES;
  const isSeen = Object.hasOwn(parseSightings(report.data) ?? {}, uid);
  const followWrites = wantsVote
    ? authorFollowWrites(uid, issueId, follows)
    : unfollowWrites(uid, report, follows, isSeen ? null : votes.get(issueId)!);
  return {
    writes: [
      countVote(issueId, uid, wantsVote ? 1 : -1, parseVoters(report.data)),
      markBallot(uid, issueId, wantsVote),
      ...followWrites,
      moveBoard(issueId),
    ],
    respond: () => ok({ voted: wantsVote }),
  };
}

/**
 * The write that ends a follow that began with the vote or sighting of the time `beganAt`; none for `null`, and for
 * authors of the report or of an amendment.
 */
export function unfollowWrites(
  uid: string,
  report: StoredDocument,
  follows: StoredDocument | null,
  beganAt: string | null,
): Write[] {
  const following = parseFollows(follows).reports.get(report.id);
  // The vote and the write of authorFollowWrites() are in one commit, so both have the time of that commit.
  const beganThen = following?.mode === "all" && following.since === beganAt;
  return beganThen && !isAuthor(uid, report) ? [removeFollow(uid, report.id)] : [];
}

/** Whether a member has written a report or one of its amendments. */
function isAuthor(uid: string, { data: { reporterId, amendments } }: StoredDocument): boolean {
  const amendmentAuthorIds = Object.values(amendments ?? {}).map((amendment: StoredData) => amendment?.createdById);
  return [reporterId, ...amendmentAuthorIds].includes(uid);
}

/**
 * Lists the ids of the reports for which the caller has voted, some of which may be deleted, and of the bugs that they
 * see too; and their answers to 'Fixed for you?' by the id of each report that asks them now, `null` if they have not
 * answered. The caller's own reports ask them too, but are listed only once they have answered.
 */
export async function listVotes(
  board: Pick<Board, "reportsAt">,
  head: StoredBoardHead | null,
  caller: Caller,
  ballot: StoredDocument | null,
): Promise<ApiResponse> {
  const { uid } = caller;
  const reports = await board.reportsAt(head);
  const votes = parseBallot(ballot);
  const seen = reports.all.filter(({ sightings }) => hasMark(sightings, uid)).map(({ id }) => id);
  const asking = reports.all.filter((entry) => entry.asksIfFixed && isAskedIfFixed(entry, reports, caller, votes));
  const asked = Object.fromEntries(asking.map(({ id, fixAnswers }) => [id, fixAnswers?.[uid]?.fixed ?? null]));
  return ok({ voted: [...votes.keys()], seen, asked, ...boardTimeFields(head) });
}
