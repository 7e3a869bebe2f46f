import { setTimeout as sleep } from "node:timers/promises";
import { type Credentials, callFirestore, documentName, documentsResource, type Outcome } from "./rest.ts";
import { decodeFields, type RestFields, type RestValue } from "./values.ts";
import { formatVersion, parseVersion, type Version } from "./version.ts";
import type { Write } from "./writes.ts";

/** A document in Firestore's REST API; `updateTime` has microseconds and serves as its version. */
export interface RestDocument {
  name: string;
  fields?: RestFields;
  createTime: string;
  updateTime: string;
}

/** A stored document as plain data, timestamps as `Date`. */
export interface StoredDocument {
  id: string;
  data: Record<string, unknown>;
  createTime: Date;
  version: Version;
}

function toStoredDocument({ name, fields = {}, createTime, updateTime }: RestDocument): StoredDocument {
  return {
    id: name.slice(name.lastIndexOf("/") + 1),
    data: decodeFields(fields),
    createTime: new Date(createTime),
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

/** Reads one or more documents in one consistent read: as they are now or, with `version`, as of that update time. */
export async function readDocuments(
  credentials: Credentials,
  paths: readonly string[],
  version?: Version,
): Promise<Outcome<ConsistentRead>> {
  const names = paths.map(documentName);
  const outcome = await callFirestore<BatchGetEntry[]>(credentials, "POST", documentsResource("batchGet"), {
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

/** Reads the documents that a query finds, in one consistent read. */
export async function queryDocuments(
  credentials: Credentials,
  structuredQuery: object,
): Promise<Outcome<{ documents: StoredDocument[] }>> {
  const resource = documentsResource("runQuery");
  const outcome = await callFirestore<{ document?: RestDocument }[]>(credentials, "POST", resource, {
    structuredQuery,
  });
  if ("refusal" in outcome) return outcome;
  return { documents: outcome.result.flatMap(({ document }) => (document ? toStoredDocument(document) : [])) };
}

type CountEntry = { result: { aggregateFields: { count: { integerValue: string } } } };

/** Counts the documents that a query finds. Firestore bills one read for each thousand of them. */
export async function countDocuments(
  credentials: Credentials,
  structuredQuery: object,
): Promise<Outcome<{ count: number }>> {
  const outcome = await callFirestore<CountEntry[]>(credentials, "POST", documentsResource("runAggregationQuery"), {
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

// Firestore aborts a commit if another one writes the same document. An aborted commit has written nothing.
const MAX_ATTEMPTS = 5;
const BASE_BACKOFF_MS = 50;

/** Commits all writes or none. Retries an aborted commit. */
export async function commitWrites(
  credentials: Credentials,
  writes: readonly Write[],
): Promise<Outcome<{ result: CommitResult }>> {
  for (let attempt = 1; ; attempt += 1) {
    const outcome = await callFirestore<CommitResult>(credentials, "POST", documentsResource("commit"), { writes });
    const isAborted = "refusal" in outcome && outcome.refusal === "ABORTED";
    if (!isAborted || attempt === MAX_ATTEMPTS) return outcome;
    const jitter = 0.5 + Math.random();
    await sleep(BASE_BACKOFF_MS * 2 ** attempt * jitter);
  }
}

/**
 * Whether a value can be a uid. Firestore refuses ids with two underscores at both ends; one such id makes the
 * read of many documents fail.
 */
export function isUid(value: unknown): value is string {
  return typeof value === "string" && /^(?!__.*__$)[A-Za-z0-9_-]{1,128}$/.test(value);
}
