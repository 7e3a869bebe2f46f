import type { Move } from "./board-head.ts";
import { commit } from "./commit.ts";
import { type Credentials, callFirestore, documentName, type Refusal, type RestDocument } from "./rest.ts";
import { decodeValue, type RestFields } from "./values.ts";
import { readVersion, type Version } from "./version.ts";
import { boardMovesOn, type Write } from "./writes.ts";

/** A document in one version. */
export interface Versioned {
  fields: RestFields;
  version: string;
}

/** What a read gave: a document, `null` when there is none, or why it was refused. */
export type ReadOutcome = { document: Versioned | null } | { refusal: Refusal };

/** What a commit gave: the server's time and the version of its first document, or why nothing was written. */
export type CommitOutcome = { time: Date; version: Version } | { refusal: Refusal };

/** Firestore as one caller sees it: every read and write is judged by the security rules under the caller's own token. */
export interface CallerStore {
  /** Reads `issues/{id}`. */
  readIssue(id: string): Promise<ReadOutcome>;
  /** Writes a report, and what belongs to that write, all or nothing; the board moves on with it. */
  commit(issueId: string, writes: readonly Write[]): Promise<CommitOutcome>;
}

/** The store of the caller who holds these credentials; `onMove` hears how each commit moved the board. */
export function storeAs(credentials: Credentials, onMove: (move: Move) => void): CallerStore {
  return {
    async readIssue(id) {
      const outcome = await callFirestore<RestDocument>(credentials, "GET", documentName(`issues/${id}`));
      if ("answer" in outcome)
        return { document: { fields: outcome.answer.fields ?? {}, version: outcome.answer.updateTime } };
      return outcome.refusal === "NOT_FOUND" ? { document: null } : outcome;
    },

    async commit(issueId, writes) {
      const outcome = await commit(credentials, [...writes, boardMovesOn(issueId)]);
      if ("refusal" in outcome) return outcome;
      const { writeResults = [], commitTime } = outcome.answer;
      const board = writeResults[writes.length];
      const [revision] = (board?.transformResults ?? []).map(decodeValue);
      if (typeof revision === "number") onMove({ revision, issueId, version: readVersion(board?.updateTime) });
      const results = writeResults.flatMap(({ transformResults }) => transformResults ?? []);
      const stamp = results.map(decodeValue).find((value) => value instanceof Date);
      return { time: stamp ?? new Date(commitTime), version: readVersion(writeResults[0]?.updateTime) };
    },
  };
}
