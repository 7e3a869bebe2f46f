import type { Credential } from "firebase-admin/app";
import type { AppCheck } from "firebase-admin/app-check";
import type { Auth } from "firebase-admin/auth";
import type { Firestore } from "firebase-admin/firestore";
import type { Storage } from "firebase-admin/storage";

/*
 * The Admin SDK, which bypasses the security rules. Each part is loaded on first use, because most processes need only
 * some parts. The last override in biome.json lists the files that may import this one.
 */

/** Returns a function that runs `create` on its first call and returns the same promise from then on. */
function lazy<T>(create: () => Promise<T>): () => Promise<T> {
  let promise: Promise<T> | undefined;
  return () => {
    promise ??= create();
    return promise;
  };
}

const adminApp = lazy(async () => {
  const { getApps, initializeApp } = await import("firebase-admin/app");
  // In a process for Firestore events, firebase-functions has created an app already.
  return getApps()[0] ?? initializeApp();
});

export const adminAuth: () => Promise<Auth> = lazy(async () => {
  const [{ getAuth }, app] = await Promise.all([import("firebase-admin/auth"), adminApp()]);
  return getAuth(app);
});

export const adminAppCheck: () => Promise<AppCheck> = lazy(async () => {
  const [{ getAppCheck }, app] = await Promise.all([import("firebase-admin/app-check"), adminApp()]);
  return getAppCheck(app);
});

/** Firestore without security rules. A caller's write must not use it. */
export const adminDb: () => Promise<Firestore> = lazy(async () => {
  const [{ getFirestore }, app] = await Promise.all([import("firebase-admin/firestore"), adminApp()]);
  return getFirestore(app);
});

/** The bucket with the attachments and the board's snapshot. */
export const adminBucket: () => Promise<ReturnType<Storage["bucket"]>> = lazy(async () => {
  const [{ getStorage }, app] = await Promise.all([import("firebase-admin/storage"), adminApp()]);
  return getStorage(app).bucket();
});

let credential: Credential | undefined;

/** An access token of the function itself for Google's REST APIs; Google's library caches and renews it. */
export async function adminAccessToken(): Promise<string> {
  // With this token the emulators bypass the rules.
  if (process.env.FIRESTORE_EMULATOR_HOST) return "owner";
  credential ??= (await import("firebase-admin/app")).applicationDefault();
  return (await credential.getAccessToken()).access_token;
}
