import type { App, Credential } from "firebase-admin/app";
import type { Auth } from "firebase-admin/auth";
import type { Firestore } from "firebase-admin/firestore";
import type { Storage } from "firebase-admin/storage";

/*
 * The Admin SDK, which goes around the rules. Loaded on first use only: the emulator keeps many processes, and most
 * never need all three.
 */

let app: Promise<App> | undefined;

function adminApp(): Promise<App> {
  app ??= import("firebase-admin/app").then(({ getApps, initializeApp }) => getApps()[0] ?? initializeApp());
  return app;
}

/** Members' accounts. */
export async function adminAuth(): Promise<Auth> {
  const [{ getAuth }, app] = await Promise.all([import("firebase-admin/auth"), adminApp()]);
  return getAuth(app);
}

/** Firestore around the rules: registration, members, triggers and the board's own reads; never a caller's write. */
export async function adminDb(): Promise<Firestore> {
  const [{ getFirestore }, app] = await Promise.all([import("firebase-admin/firestore"), adminApp()]);
  return getFirestore(app);
}

let credential: Credential | undefined;

/** Our own access token for Google's REST APIs, which goes around the rules; kept and renewed by Google's library. */
export async function ownToken(): Promise<string> {
  if (process.env.FIRESTORE_EMULATOR_HOST) return "owner";
  credential ??= (await import("firebase-admin/app")).applicationDefault();
  return (await credential.getAccessToken()).access_token;
}

/** The bucket that holds the attachments. */
export async function adminBucket(): Promise<ReturnType<Storage["bucket"]>> {
  const [{ getStorage }, app] = await Promise.all([import("firebase-admin/storage"), adminApp()]);
  return getStorage(app).bucket();
}
