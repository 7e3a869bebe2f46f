import {
  type Credentials,
  callFirestore,
  documentName,
  documentsResource,
  type Outcome,
  type RestDocument,
} from "./rest.ts";
import { type StoredDocument, toStoredDocument } from "./stored-document.ts";
import { formatVersion, type Version } from "./version.ts";

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
  return {
    documents: names.map((name) => documentsByName.get(name) ?? null),
    readTime: new Date(outcome.result[0]!.readTime),
  };
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
