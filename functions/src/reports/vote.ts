import { type Failure, formatCount, LIMITS } from "@logbook/domain";
import type { Caller } from "../accounts/session.ts";
import type { CallerStore } from "../firestore/caller-store.ts";
import { countVote, markBallot } from "../firestore/writes.ts";
import { type ApiResponse, failure, ok } from "../http/response.ts";
import { readBallot } from "./ballot.ts";
import { mayBeRace, NO_SUCH_REPORT, toFailure } from "./refusals.ts";

const FULL = failure(
  "full",
  `You vote for ${formatCount(LIMITS.votesPerMember)} reports, which is the limit. Please take another vote back first.`,
);

/**
 * Votes for a report as the caller, or takes the vote back. A vote that is already as wanted, as after a lost answer, is
 * a success and counts nothing: the rules refuse the commit.
 */
export async function vote(
  store: CallerStore,
  { uid, credentials }: Pick<Caller, "uid" | "credentials">,
  issueId: string,
  voted: boolean,
): Promise<ApiResponse | Failure> {
  const outcome = await store.commit(issueId, [countVote(issueId, voted ? 1 : -1), markBallot(uid, issueId, voted)]);
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

/** The ids of the reports for which the caller votes, some of which may be deleted. */
export async function listVotes({
  uid,
  credentials,
}: Pick<Caller, "uid" | "credentials">): Promise<ApiResponse | Failure> {
  const ballot = await readBallot(credentials, uid);
  return "refusal" in ballot ? toFailure(ballot.refusal) : ok({ voted: [...ballot.votes.keys()] });
}
