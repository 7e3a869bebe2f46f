import { type BoardMove, lastNumberOf } from "./board-head.ts";
import { commit } from "./commit.ts";
import { type Credentials, callFirestore, documentName, type Outcome, type RestDocument } from "./rest.ts";
import { decodeFields, decodeValue, type RestFields } from "./values.ts";
import { parseVersion, type Version } from "./version.ts";
import { moveBoard, type Write } from "./writes.ts";

/** A document as plain data and as it is stored, and its update time, which serves as a precondition for writes. */
export interface VersionedDocument {
  data: Record<string, unknown>;
  fields: RestFields;
  updateTime: string;
}

/** The result of a read; the document is `null` if it does not exist. */
export type ReadOutcome = Outcome<{ document: VersionedDocument | null }>;

/** The result of a commit: the server's time and the version of the first document. */
export type CommitOutcome = Outcome<{ time: Date; version: Version }>;

/** Firestore with the caller's own token, so that the security rules check every read and write. */
export interface CallerStore {
  /** Reads `issues/{id}`. */
  readReport(id: string): Promise<ReadOutcome>;
  /** Reads from the board the number of the report that was filed last. */
  readLastNumber(): Promise<Outcome<{ lastNumber: number }>>;
  /** Commits all writes of a report or none, and moves the board with them. A new report has a `number`. */
  commit(issueId: string, writes: readonly Write[], number?: number): Promise<CommitOutcome>;
}

/** Creates the store of a caller; after each commit `onMove` is called with the move of the board. */
export function createCallerStore(credentials: Credentials, onMove: (move: BoardMove) => void): CallerStore {
  return {
    readReport: (id) => readDocumentAsCaller(credentials, `issues/${id}`),

    async readLastNumber() {
      const board = await readDocumentAsCaller(credentials, "boards/main");
      return "refusal" in board ? board : { lastNumber: lastNumberOf(board.document?.data ?? {}) };
    },

    async commit(issueId, writes, number) {
      const outcome = await commit(credentials, [...writes, moveBoard(issueId, number)]);
      if ("refusal" in outcome) return outcome;
      const { writeResults = [], commitTime } = outcome.result;
      const board = writeResults[writes.length];
      const [revision] = (board?.transformResults ?? []).map(decodeValue);
      if (typeof revision === "number") onMove({ revision, issueId, version: parseVersion(board?.updateTime) });
      const results = writeResults.flatMap(({ transformResults }) => transformResults ?? []);
      const serverTime = results.map(decodeValue).find((value) => value instanceof Date);
      return { time: serverTime ?? new Date(commitTime), version: parseVersion(writeResults[0]?.updateTime) };
    },
  };
}

/** Reads one document with the caller's token. */
export async function readDocumentAsCaller(credentials: Credentials, path: string): Promise<ReadOutcome> {
  const outcome = await callFirestore<RestDocument>(credentials, "GET", documentName(path));
  if ("refusal" in outcome) return outcome.refusal === "NOT_FOUND" ? { document: null } : outcome;
  const { fields = {}, updateTime } = outcome.result;
  return { document: { data: decodeFields(fields), fields, updateTime } };
}
