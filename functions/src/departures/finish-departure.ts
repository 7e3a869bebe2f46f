import { deleteAccount } from "../accounts/delete-account.ts";
import { commitWrites, orThrow, readDocument, readDocuments, type StoredDocument } from "../firestore/documents.ts";
import type { Outcome } from "../firestore/rest.ts";
import { parseBallot, parseVoters, type StoredData } from "../firestore/stored-report.ts";
import {
  countVote,
  countVoteInTrash,
  deleteDocument,
  moveBoardBy,
  removeVotes,
  type Write,
} from "../firestore/writes.ts";
import { removeNames } from "./remove-names.ts";
import { repeatUntilCommitted } from "./repeat-until-committed.ts";

// A document has at most 1 MiB; for each vote a report and a trash entry are read.
const VOTES_PER_COMMIT = 10;

/**
 * Does what remains after a member has left: the account at Auth, votes, follows, saved views and a reset link go, and
 * another name takes the place of theirs. Each step may have been done before, and each commit leaves everything whole,
 * so this can stop anywhere and run again. Throws if it is not done at `deadline` (milliseconds), or if Firestore cannot
 * be reached.
 */
export async function finishDeparture(uid: string, username: string, deadline: number): Promise<void> {
  await deleteAccount(uid);
  await returnVotes(uid, deadline);
  const ownDocuments = [`follows/${uid}`, `views/${uid}`, `resetLinks/${uid}`];
  orThrow(await commitWrites(ownDocuments.map(deleteDocument)));
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
    return await commitWrites([removeVotes(uid, ids, updateTime), ...(await countWrites(uid, ids))]);
  };
  await repeatUntilCommitted(returnSome, deadline);
}

/** The writes that take the member's vote from each of the reports, also in the trash. A purged report needs none. */
async function countWrites(uid: string, ids: readonly string[]): Promise<Write[]> {
  const paths = [...ids.map((id) => `issues/${id}`), ...ids.map((id) => `trash/${id}`)];
  const { documents } = orThrow(await readDocuments(paths));
  const reports = documents.slice(0, ids.length).filter((report) => report !== null);
  const inTrash = documents
    .slice(ids.length)
    .filter((entry): entry is StoredDocument => entry?.data.issue !== undefined);
  const [first, ...others] = reports.map(({ id }) => id);
  return [
    ...reports.map(({ id, data, updateTime }) => ({
      ...countVote(id, uid, -1, parseVoters(data)),
      // The voters must be those that were read.
      currentDocument: { updateTime },
    })),
    ...inTrash.map(({ id, data, updateTime }) =>
      countVoteInTrash(id, uid, updateTime, parseVoters(data.issue as StoredData)),
    ),
    ...(first === undefined ? [] : [moveBoardBy([first, ...others])]),
  ];
}
