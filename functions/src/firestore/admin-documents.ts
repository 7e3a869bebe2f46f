import { adminAccessToken } from "./admin.ts";
import { commit } from "./commit.ts";
import { countDocuments } from "./count.ts";
import {
  type Credentials,
  callFirestore,
  documentId,
  documentName,
  documentsResource,
  type Refusal,
  type RestDocument,
} from "./rest.ts";
import { type StoredDocument, toStoredDocument } from "./stored-document.ts";
import { decodeValue } from "./values.ts";
import { updateTimeOf, type Version } from "./version.ts";
import type { Write } from "./writes.ts";

/*
 * Firestore without security rules, over REST: a read takes half the time of the Admin SDK's client, and that client
 * takes 100 ms to load (docs/decisions/0010-the-board-in-memory.md).
 */

/** Documents as of `readTime`, in the order of their paths; `null` for each that does not exist. */
export interface ConsistentRead {
  documents: (StoredDocument | null)[];
  readTime: Date;
}

type BatchGetEntry = { found: RestDocument; readTime: string } | { missing: string; readTime: string };

/** Reads documents in one consistent read, as they are now or as they were at `asOf`. */
export async function readDocumentsAsAdmin(
  paths: readonly string[],
  asOf?: Version,
): Promise<ConsistentRead | { refusal: Refusal }> {
  const names = paths.map(documentName);
  const outcome = await callFirestore<BatchGetEntry[]>(
    await adminCredentials(),
    "POST",
    documentsResource("batchGet"),
    { documents: names, ...(asOf !== undefined && { readTime: updateTimeOf(asOf) }) },
  );
  if ("refusal" in outcome) return outcome;
  const found = new Map(outcome.result.flatMap((entry) => ("found" in entry ? [[entry.found.name, entry.found]] : [])));
  return {
    documents: names.map((name) => toStoredDocument(found.get(name))),
    readTime: new Date(outcome.result[0]!.readTime),
  };
}

/** Up to `limit` documents of a collection with their ids, in one consistent read. */
export async function listDocumentsAsAdmin(
  collection: string,
  limit: number,
): Promise<(StoredDocument & { id: string })[] | { refusal: Refusal }> {
  const structuredQuery = { from: [{ collectionId: collection }], limit };
  const outcome = await callFirestore<{ document?: RestDocument }[]>(
    await adminCredentials(),
    "POST",
    documentsResource("runQuery"),
    { structuredQuery },
  );
  if ("refusal" in outcome) return outcome;
  return outcome.result.flatMap(({ document }) => {
    const stored = toStoredDocument(document);
    return document && stored ? [{ id: documentId(document.name), ...stored }] : [];
  });
}

/** The number of documents that a query finds. */
export async function countDocumentsAsAdmin(
  structuredQuery: object,
): Promise<{ count: number } | { refusal: Refusal }> {
  return await countDocuments(await adminCredentials(), structuredQuery);
}

/** Commits all writes or none; returns the transform results of each write. */
export async function writeDocumentsAsAdmin(
  writes: readonly Write[],
): Promise<{ results: unknown[][] } | { refusal: Refusal }> {
  const outcome = await commit(await adminCredentials(), writes);
  if ("refusal" in outcome) return outcome;
  const results = outcome.result.writeResults ?? [];
  return { results: results.map(({ transformResults }) => (transformResults ?? []).map(decodeValue)) };
}

async function adminCredentials(): Promise<Credentials> {
  return { idToken: await adminAccessToken(), appCheck: undefined };
}
