import { deleteAccount } from "../accounts/delete-account.ts";
import { commitWrites, orThrow, readDocument, readDocuments, type StoredDocument } from "../firestore/documents.ts";
import type { Outcome } from "../firestore/rest.ts";
import {
  countVote,
  countVoteInTrash,
  deleteDocument,
  moveBoardBy,
  removeVotes,
  type Write,
} from "../firestore/writes.ts";
import { parseBallot } from "../votes/vote.ts";
import { removeNames } from "./remove-names.ts";
import { repeatUntilCommitted } from "./repeat-until-committed.ts";

// A document has at most 1 MiB; for each vote a report and a trash entry are read.
const VOTES_PER_COMMIT = 10;

/**
 * Does what remains after a member has left: the account at Auth, votes, follows and saved views go, and another name
 * takes the place of theirs. Each step may have been done before, and each commit leaves everything whole, so this can
 * stop anywhere and run again. Throws if it is not done at `deadline` (milliseconds), or if Firestore cannot be reached.
 */
export async function finishDeparture(uid: string, username: string, deadline: number): Promise<void> {
  await deleteAccount(uid);
  await returnVotes(uid, deadline);
  orThrow(await commitWrites([deleteDocument(`follows/${uid}`), deleteDocument(`views/${uid}`)]));
  await removeNames(uid, username, deadline);
}

/** Takes all votes of a member back, some in each commit with the counts of their reports, and deletes the ballot. */
async function returnVotes(uid: string, deadline: number): Promise<void> {
  const returnSome = async (): Promise<Outcome<object> | "done"> => {
    const ballot = await readDocument(`ballots/${uid}`);
    if (ballot === null) return "done";
    const ids = [...parseBallot(ballot).keys()].slice(0, VOTES_PER_COMMIT);
    const { updateTime } = ballot;
    if (ids.length === 0)
      return await commitWrites([{ ...deleteDocument(`ballots/${uid}`), currentDocument: { updateTime } }]);
    return await commitWrites([removeVotes(uid, ids, updateTime), ...(await countWrites(ids))]);
  };
  await repeatUntilCommitted(returnSome, deadline);
}

/** The writes that take one vote from each of the reports, also in the trash. A purged report needs none. */
async function countWrites(ids: readonly string[]): Promise<Write[]> {
  const paths = [...ids.map((id) => `issues/${id}`), ...ids.map((id) => `trash/${id}`)];
  const { documents } = orThrow(await readDocuments(paths));
  const reportIds = ids.filter((_, index) => documents[index] !== null);
  const inTrash = documents
    .slice(ids.length)
    .filter((entry): entry is StoredDocument => entry?.data.issue !== undefined);
  const [first, ...others] = reportIds;
  return [
    ...reportIds.map((id) => countVote(id, -1)),
    ...inTrash.map(({ id, updateTime }) => countVoteInTrash(id, updateTime)),
    ...(first === undefined ? [] : [moveBoardBy([first, ...others])]),
  ];
}
