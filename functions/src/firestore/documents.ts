import {
  type Credentials,
  callFirestore,
  documentName,
  documentsResource,
  type Outcome,
  type RestDocument,
} from "./rest.ts";
import { type StoredDocument, toStoredDocument } from "./stored-document.ts";
import { updateTimeOf, type Version } from "./version.ts";

/** Documents as they were at `readTime`, in the order of their paths; `null` for each that does not exist. */
export interface ConsistentRead {
  documents: (StoredDocument | null)[];
  readTime: Date;
}

type BatchGetEntry = { found: RestDocument; readTime: string } | { missing: string; readTime: string };

/** Reads documents in one consistent read, as they are now or as they were at `asOf`. */
export async function readDocuments(
  credentials: Credentials,
  paths: readonly string[],
  asOf?: Version,
): Promise<Outcome<ConsistentRead>> {
  const names = paths.map(documentName);
  const outcome = await callFirestore<BatchGetEntry[]>(credentials, "POST", documentsResource("batchGet"), {
    documents: names,
    ...(asOf !== undefined && { readTime: updateTimeOf(asOf) }),
  });
  if ("refusal" in outcome) return outcome;
  const found = new Map(
    outcome.result.flatMap((entry) => ("found" in entry ? [[entry.found.name, toStoredDocument(entry.found)]] : [])),
  );
  return {
    documents: names.map((name) => found.get(name) ?? null),
    readTime: new Date(outcome.result[0]!.readTime),
  };
}

/** The documents that a query of Firestore's REST API finds, in one consistent read. */
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

/** The number of documents that a query finds; one read for each thousand of them. */
export async function countDocuments(
  credentials: Credentials,
  structuredQuery: object,
): Promise<Outcome<{ count: number }>> {
  const outcome = await callFirestore<{ result: { aggregateFields: { count: { integerValue: string } } } }[]>(
    credentials,
    "POST",
    documentsResource("runAggregationQuery"),
    { structuredAggregationQuery: { structuredQuery, aggregations: [{ alias: "count", count: {} }] } },
  );
  if ("refusal" in outcome) return outcome;
  return { count: Number(outcome.result[0]?.result.aggregateFields.count.integerValue ?? 0) };
}
