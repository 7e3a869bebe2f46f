import type { Readable } from "node:stream";
import { bucketName } from "../http/environment.ts";
import { download } from "../http/http-client.ts";

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

/** Firestore without security rules. The calls of the API read and write by documents.ts instead. */
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
export async function adminAccessToken(): Promise<string> {
  // With this token the emulators bypass the rules.
  if (process.env.FIRESTORE_EMULATOR_HOST) return "owner";
  const { applicationDefault } = await import("firebase-admin/app");
  return (await applicationDefault().getAccessToken()).access_token;
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
