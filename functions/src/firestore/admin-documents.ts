import { adminAccessToken } from "./admin.ts";
import { commit } from "./commit.ts";
import { type ConsistentRead, countDocuments, queryDocuments, readDocuments } from "./documents.ts";
import type { Credentials, Outcome } from "./rest.ts";
import type { StoredDocument } from "./stored-document.ts";
import { decodeValue } from "./values.ts";
import type { Version } from "./version.ts";
import type { Write } from "./writes.ts";

/*
 * Firestore without security rules, over REST: a read takes half the time of the Admin SDK's client, and that client
 * takes 100 ms to load (docs/decisions/0010-the-board-in-memory.md).
 */

/** Reads documents in one consistent read, as they are now or as they were at `asOf`. */
export async function readDocumentsAsAdmin(paths: readonly string[], asOf?: Version): Promise<Outcome<ConsistentRead>> {
  return await readDocuments(await adminCredentials(), paths, asOf);
}

/** Up to `limit` documents of a collection, in one consistent read. */
export async function listDocumentsAsAdmin(
  collection: string,
  limit: number,
): Promise<Outcome<{ documents: StoredDocument[] }>> {
  return await queryDocuments(await adminCredentials(), { from: [{ collectionId: collection }], limit });
}

/** The number of documents that a query finds. */
export async function countDocumentsAsAdmin(structuredQuery: object): Promise<Outcome<{ count: number }>> {
  return await countDocuments(await adminCredentials(), structuredQuery);
}

/** Commits all writes or none; returns the transform results of each write. */
export async function writeDocumentsAsAdmin(writes: readonly Write[]): Promise<Outcome<{ results: unknown[][] }>> {
  const outcome = await commit(await adminCredentials(), writes);
  if ("refusal" in outcome) return outcome;
  const results = outcome.result.writeResults ?? [];
  return { results: results.map(({ transformResults }) => (transformResults ?? []).map(decodeValue)) };
}

async function adminCredentials(): Promise<Credentials> {
  return { idToken: await adminAccessToken(), appCheck: undefined };
}
