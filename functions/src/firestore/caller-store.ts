import { type BoardMove, parseLastNumber } from "./board-head.ts";
import { commitWrites, type RestDocument } from "./documents.ts";
import { type Credentials, callFirestore, documentName, type Outcome } from "./rest.ts";
import { decodeFields, decodeValue, type RestFields } from "./values.ts";
import { parseVersion, type Version } from "./version.ts";
import { moveBoard, type Write } from "./writes.ts";

/** A document with its update time, which serves as a precondition for writes. */
export interface VersionedDocument {
  data: Record<string, unknown>;
  /** The same data as Firestore's REST API encodes them. */
  fields: RestFields;
  updateTime: string;
}

/** The result of a read; the document is `null` if it does not exist. */
type ReadOutcome = Outcome<{ document: VersionedDocument | null }>;

/** A successful commit: the server's time, and the version that the first written document has got. */
export type Committed = { time: Date; version: Version };
export type CommitOutcome = Outcome<Committed>;

/** Firestore with the caller's own token, so that the rules check everything. Calls `onMove` after each commit. */
export function createCallerStore(credentials: Credentials, onMove: (move: BoardMove) => void) {
  return {
    readReport: (id: string): Promise<ReadOutcome> => readDocumentAsCaller(credentials, `issues/${id}`),

    /** Reads the number of the report that was filed last, which is a field of the board. */
    async readLastNumber(): Promise<Outcome<{ lastNumber: number }>> {
      const outcome = await readDocumentAsCaller(credentials, "boards/main");
      return "refusal" in outcome ? outcome : { lastNumber: parseLastNumber(outcome.document?.data ?? {}) };
    },

    /** Commits all writes of a report or none, and moves the board with them. Only a new report has a `newNumber`. */
    async commit(issueId: string, writes: readonly Write[], newNumber?: number): Promise<CommitOutcome> {
      const outcome = await commitWrites(credentials, [...writes, moveBoard(issueId, newNumber)]);
      if ("refusal" in outcome) return outcome;
      const { writeResults = [], commitTime } = outcome.result;
      // The board's write is the last one. One commit gives all documents that it changes the same version. The first
      // result of the board's transforms is the new revision (`moveBoard`).
      const boardResult = writeResults[writes.length];
      const [revision] = (boardResult?.transformResults ?? []).map(decodeValue);
      const boardVersion = parseVersion(boardResult?.updateTime);
      if (typeof revision === "number") onMove({ revision, issueId, version: boardVersion });
      const allResults = writeResults.flatMap(({ transformResults = [] }) => transformResults.map(decodeValue));
      // All server times that one commit stores are equal.
      const serverTime = allResults.find((value) => value instanceof Date);
      return { time: serverTime ?? new Date(commitTime), version: parseVersion(writeResults[0]?.updateTime) };
    },
  };
}
export type CallerStore = ReturnType<typeof createCallerStore>;

export async function readDocumentAsCaller(credentials: Credentials, path: string): Promise<ReadOutcome> {
  const outcome = await callFirestore<RestDocument>(credentials, "GET", documentName(path));
  if ("refusal" in outcome) return outcome.refusal === "NOT_FOUND" ? { document: null } : outcome;
  const { fields = {}, updateTime } = outcome.result;
  return { document: { data: decodeFields(fields), fields, updateTime } };
}
