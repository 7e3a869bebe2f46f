import type { Readable } from "node:stream";
import { bucketName } from "../http/environment.ts";
import { download } from "../http/http-client.ts";
import {
  type ConsistentRead,
  commitWrites,
  countDocuments,
  queryDocuments,
  readDocuments,
  type StoredDocument,
} from "./documents.ts";
import type { Credentials, Outcome } from "./rest.ts";
import { decodeValue } from "./values.ts";
import type { Version } from "./version.ts";
import type { Write } from "./writes.ts";

// The Admin SDK bypasses the security rules. The last override in biome.json lists the files that may import this one.
// Each part of the SDK is loaded on first use, because most processes need only some parts.

async function adminApp() {
  const { getApps, initializeApp } = await import("firebase-admin/app");
  // In a process for Firestore events, firebase-functions has created an app already.
  return getApps()[0] ?? initializeApp();
}

export async function adminAuth() {
  const [{ getAuth }, app] = await Promise.all([import("firebase-admin/auth"), adminApp()]);
  return getAuth(app);
}

export async function adminAppCheck() {
  const [{ getAppCheck }, app] = await Promise.all([import("firebase-admin/app-check"), adminApp()]);
  return getAppCheck(app);
}

/** Firestore without security rules. A caller's write must not use it. */
export async function adminDb() {
  const [{ getFirestore }, app] = await Promise.all([import("firebase-admin/firestore"), adminApp()]);
  return getFirestore(app);
}

/** The bucket with the attachments and the board's snapshot. */
export async function adminBucket() {
  const [{ getStorage }, app] = await Promise.all([import("firebase-admin/storage"), adminApp()]);
  return getStorage(app).bucket();
}

/** An access token of the function itself for Google's REST APIs; Google's library caches and renews it. */
async function adminAccessToken(): Promise<string> {
  // With this token the emulators bypass the rules.
  if (process.env.FIRESTORE_EMULATOR_HOST) return "owner";
  const { applicationDefault } = await import("firebase-admin/app");
  return (await applicationDefault().getAccessToken()).access_token;
}

const adminCredentials = async (): Promise<Credentials> => ({ token: await adminAccessToken(), appCheck: undefined });

// The calls below use REST, because a read by the Admin SDK's client takes twice as long, and loading the client of
// Firestore or Storage takes 100 ms (docs/decisions/0010-the-board-in-memory.md).

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

/** Opens a file of the bucket as a stream that must end within `timeoutMs`; `null` if the file does not exist. */
export async function openFileAsAdmin(path: string, timeoutMs: number): Promise<Readable | null> {
  const emulatorHost = process.env.FIREBASE_STORAGE_EMULATOR_HOST;
  const origin = emulatorHost ? `http://${emulatorHost}` : "https://storage.googleapis.com";
  const url = `${origin}/storage/v1/b/${bucketName()}/o/${encodeURIComponent(path)}?alt=media`;
  const response = await download(url, { authorization: `Bearer ${await adminAccessToken()}` }, timeoutMs);
  if (response.statusCode === 200) return response;
  // Nobody reads this body; without this call the connection would stay open.
  response.destroy();
  if (response.statusCode === 404) return null;
  throw new Error(`Storage answered ${response.statusCode}.`);
}
