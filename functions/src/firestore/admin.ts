import type { Credential } from "firebase-admin/app";
import type { AppCheck } from "firebase-admin/app-check";
import type { Auth } from "firebase-admin/auth";
import type { Firestore } from "firebase-admin/firestore";
import type { Storage } from "firebase-admin/storage";

/*
 * The Admin SDK, which goes around the rules. Loaded on first use only: the emulator keeps many processes, and most
 * never need all three.
 */

/** Does something once, when it is first asked for. */
function once<T>(work: () => Promise<T>): () => Promise<T> {
  let done: Promise<T> | undefined;
  return () => {
    done ??= work();
    return done;
  };
}

const adminApp = once(async () => {
  const { getApps, initializeApp } = await import("firebase-admin/app");
  return getApps()[0] ?? initializeApp();
});

/** Members' accounts. */
export const adminAuth: () => Promise<Auth> = once(async () => {
  const [{ getAuth }, app] = await Promise.all([import("firebase-admin/auth"), adminApp()]);
  return getAuth(app);
});

/** The apps that may call us, where App Check is on. */
export const adminAppCheck: () => Promise<AppCheck> = once(async () => {
  const [{ getAppCheck }, app] = await Promise.all([import("firebase-admin/app-check"), adminApp()]);
  return getAppCheck(app);
});

/** Firestore around the rules: registration, members, triggers and the board's own reads; never a caller's write. */
export const adminDb: () => Promise<Firestore> = once(async () => {
  const [{ getFirestore }, app] = await Promise.all([import("firebase-admin/firestore"), adminApp()]);
  return getFirestore(app);
});

let credential: Credential | undefined;

/** Our own access token for Google's REST APIs, which goes around the rules; kept and renewed by Google's library. */
export async function ownToken(): Promise<string> {
  if (process.env.FIRESTORE_EMULATOR_HOST) return "owner";
  credential ??= (await import("firebase-admin/app")).applicationDefault();
  return (await credential.getAccessToken()).access_token;
}

/** The bucket that holds the attachments and the board's snapshot. */
export const adminBucket: () => Promise<ReturnType<Storage["bucket"]>> = once(async () => {
  const [{ getStorage }, app] = await Promise.all([import("firebase-admin/storage"), adminApp()]);
  return getStorage(app).bucket();
});
