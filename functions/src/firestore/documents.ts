import { TimeoutError } from "../http/timeout.ts";
import { adminAccessToken } from "./admin.ts";
import { type Credentials, callFirestore, documentName, type Outcome } from "./rest.ts";
import { decodeFields, decodeValue, type RestFields, type RestValue } from "./values.ts";
import { formatVersion, parseVersion, type Version } from "./version.ts";
import type { Write } from "./writes.ts";

// The functions read and write by REST, because a read by the Admin SDK's client takes twice as long, and loading the
// client of Firestore takes 100 ms and more (docs/decisions/0052-one-writer.md).

/** A document in Firestore's REST API. */
interface RestDocument {
  name: string;
  fields?: RestFields;
  createTime: string;
  updateTime: string;
}

/** A stored document as plain data, timestamps as `Date`. */
export interface StoredDocument {
  id: string;
  data: Record<string, unknown>;
  /** The same data as Firestore's REST API encodes them. */
  fields: RestFields;
  createTime: Date;
  /** As Firestore has sent it; serves as a precondition of writes. */
  updateTime: string;
  version: Version;
}

function toStoredDocument({ name, fields = {}, createTime, updateTime }: RestDocument): StoredDocument {
  return {
    id: name.slice(name.lastIndexOf("/") + 1),
    data: decodeFields(fields),
    fields,
    createTime: new Date(createTime),
    updateTime,
    version: parseVersion(updateTime),
  };
}

/** Documents as they were at `readTime`. */
export interface ConsistentRead {
  /** In the order in which their paths were given; `null` for each document that does not exist. */
  documents: (StoredDocument | null)[];
  readTime: Date;
}

type BatchGetEntry = { found: RestDocument; readTime: string } | { missing: string; readTime: string };

/** The function's own credentials, with which Firestore does not apply the security rules. */
const ownCredentials = async (): Promise<Credentials> => ({ token: await adminAccessToken(), appCheck: undefined });

/** Reads one or more documents in one consistent read: as they are now or, with `version`, as of that update time. */
export async function readDocuments(paths: readonly string[], version?: Version): Promise<Outcome<ConsistentRead>> {
  const names = paths.map(documentName);
  const outcome = await callFirestore<BatchGetEntry[]>(await ownCredentials(), "batchGet", {
    documents: names,
    ...(version !== undefined && { readTime: formatVersion(version) }),
  });
  if ("refusal" in outcome) return outcome;
  const documentsByName = new Map<string, StoredDocument>();
  for (const entry of outcome.result)
    if ("found" in entry) documentsByName.set(entry.found.name, toStoredDocument(entry.found));
  const documents = names.map((name) => documentsByName.get(name) ?? null);
  return { documents, readTime: new Date(outcome.result[0]!.readTime) };
}

/** The outcome of a call that Firestore executed. Otherwise throws a `TimeoutError`, which the API answers with 503. */
export function orThrow<T extends object>(outcome: Outcome<T>): T {
  if ("refusal" in outcome) throw new TimeoutError(`Firestore did not execute a call: ${outcome.refusal}.`);
  return outcome;
}

/** Reads one document; `null` if it does not exist. Throws a `TimeoutError` if Firestore cannot be read. */
export async function readDocument(path: string): Promise<StoredDocument | null> {
  return orThrow(await readDocuments([path])).documents[0] ?? null;
}

/** The documents that a query finds, at the read time as Firestore has sent it. */
export interface QueryResult {
  documents: StoredDocument[];
  readTime: string;
}

/** Reads the documents that a query finds: as they are now or, with `readTime`, as they were at another query. */
export async function queryDocuments(structuredQuery: object, readTime?: string): Promise<Outcome<QueryResult>> {
  const body = { structuredQuery, ...(readTime !== undefined && { readTime }) };
  type Entry = { document?: RestDocument; readTime: string };
  const outcome = await callFirestore<Entry[]>(await ownCredentials(), "runQuery", body);
  if ("refusal" in outcome) return outcome;
  const documents = outcome.result.flatMap(({ document }) => (document ? toStoredDocument(document) : []));
  // Firestore sends an entry with the read time even if there is no document.
  return { documents, readTime: outcome.result[0]!.readTime };
}

type CountEntry = { result: { aggregateFields: { count: { integerValue: string } } } };

/** Counts the documents that a query finds. Firestore bills one read for each thousand of them. */
export async function countDocuments(structuredQuery: object): Promise<Outcome<{ count: number }>> {
  const outcome = await callFirestore<CountEntry[]>(await ownCredentials(), "runAggregationQuery", {
    structuredAggregationQuery: { structuredQuery, aggregations: [{ alias: "count", count: {} }] },
  });
  if ("refusal" in outcome) return outcome;
  return { count: Number(outcome.result[0]?.result.aggregateFields.count.integerValue ?? 0) };
}

/** Firestore's response to a commit, with one result for each write. The result of a deletion has no `updateTime`. */
interface CommitResult {
  commitTime: string;
  writeResults?: { updateTime?: string; transformResults?: RestValue[] }[];
}

/** A successful commit: the server's time, and for each write the values that its transforms have stored. */
export interface Committed {
  time: Date;
  results: { version: Version; values: unknown[] }[];
}

/** Commits all writes or none, as the function itself or, with `caller`, with a member's token, under the rules. */
export async function commitWrites(writes: readonly Write[], caller?: Credentials): Promise<Outcome<Committed>> {
  const credentials = caller ?? (await ownCredentials());
  const outcome = await callFirestore<CommitResult>(credentials, "commit", { writes });
  if ("refusal" in outcome) return outcome;
  const { writeResults = [], commitTime } = outcome.result;
  const results = writeResults.map(({ updateTime, transformResults = [] }) => ({
    version: parseVersion(updateTime),
    values: transformResults.map(decodeValue),
  }));
  // All server times that one commit stores are equal. They may differ slightly from the commit's own time.
  const serverTime = results.flatMap(({ values }) => values).find((value) => value instanceof Date);
  return { time: serverTime ?? new Date(commitTime), results };
}

/**
 * Whether a value can be a uid. Firestore refuses ids with two underscores at both ends; one such id makes the
 * read of many documents fail.
 */
export function isUid(value: unknown): value is string {
  return typeof value === "string" && /^(?!__.*__$)[A-Za-z0-9_-]{1,128}$/.test(value);
}
