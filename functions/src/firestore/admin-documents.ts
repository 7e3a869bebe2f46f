import { adminAccessToken } from "./admin.ts";
import { commitWrites } from "./commit.ts";
import { type ConsistentRead, countDocuments, queryDocuments, readDocuments } from "./documents.ts";
import type { Credentials, Outcome } from "./rest.ts";
import type { StoredDocument } from "./stored-document.ts";
import { decodeValue } from "./values.ts";
import type { Version } from "./version.ts";
import type { Write } from "./writes.ts";

/*
 * These calls bypass the security rules. They use REST, because a read by the Admin SDK's client takes twice as long,
 * and loading that client takes 100 ms (docs/decisions/0010-the-board-in-memory.md).
 */

/** Reads documents in one consistent read: as they are now or, with `version`, as they were at that update time. */
export async function readDocumentsAsAdmin(
  paths: readonly string[],
  version?: Version,
): Promise<Outcome<ConsistentRead>> {
  return await readDocuments(await adminCredentials(), paths, version);
}

/** Reads up to `limit` documents of a collection in one consistent read. */
export async function listDocumentsAsAdmin(
  collection: string,
  limit: number,
): Promise<Outcome<{ documents: StoredDocument[] }>> {
  return await queryDocuments(await adminCredentials(), { from: [{ collectionId: collection }], limit });
}

export async function countDocumentsAsAdmin(structuredQuery: object): Promise<Outcome<{ count: number }>> {
  return await countDocuments(await adminCredentials(), structuredQuery);
}

/** Commits all writes or none. Returns, for each write, the values that its transforms have stored. */
export async function writeDocumentsAsAdmin(writes: readonly Write[]): Promise<Outcome<{ results: unknown[][] }>> {
  const outcome = await commitWrites(await adminCredentials(), writes);
  if ("refusal" in outcome) return outcome;
  const { writeResults = [] } = outcome.result;
  return { results: writeResults.map(({ transformResults = [] }) => transformResults.map(decodeValue)) };
}

async function adminCredentials(): Promise<Credentials> {
  return { token: await adminAccessToken(), appCheck: undefined };
}
