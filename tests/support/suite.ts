import { randomUUID } from "node:crypto";
import { readFile } from "node:fs/promises";
import { getApps, initializeApp } from "firebase-admin/app";
import { getAuth } from "firebase-admin/auth";
import { type DocumentReference, getFirestore } from "firebase-admin/firestore";

/** The value of a variable of the running suite (see tests/README.md). */
function required(name: string): string {
  const value = process.env[name];
  if (!value) throw new Error(`${name} is not set. Run these tests with: npm run test:api`);
  return value;
}

export const PROJECT = required("GCLOUD_PROJECT");
export const ORIGIN = required("LOGBOOK_URL").replace(/\/$/, "");
export const FIRESTORE = `http://${required("FIRESTORE_EMULATOR_HOST")}`;
export const AUTH = `http://${required("FIREBASE_AUTH_EMULATOR_HOST")}`;
export const STORAGE = `http://${required("FIREBASE_STORAGE_EMULATOR_HOST")}`;
export const BUCKET = `${PROJECT}.appspot.com`;

// No emulator runs on Google's machines, so the SDK need not look for their metadata server.
process.env.METADATA_SERVER_DETECTION ??= "none";
const app = getApps()[0] ?? initializeApp({ projectId: PROJECT, storageBucket: BUCKET });

/** Bypasses the rules, to check what is stored and to make admins. */
export const db = getFirestore(app);
export const auth = getAuth(app);

/** The functions emulator's own origin, from the emulator hub. */
export async function functionsOrigin(): Promise<string> {
  const response = await fetch(`http://${required("FIREBASE_EMULATOR_HUB")}/emulators`);
  const { functions } = (await response.json()) as { functions: { host: string; port: number } };
  return `http://${functions.host}:${functions.port}`;
}

/** Polls `find` until it returns something other than `null`; throws after `seconds`. */
export async function eventually<T>(what: string, find: () => Promise<T | null>, seconds = 20): Promise<T> {
  const end = Date.now() + seconds * 1_000;
  for (;;) {
    const found = await find();
    if (found !== null) return found;
    if (Date.now() > end) throw new Error(`${what} was not there within ${seconds} s.`);
    await new Promise((resume) => setTimeout(resume, 50));
  }
}

/** Makes a report as large as Firestore allows a document to be, to the byte. */
export async function fillUp(report: DocumentReference): Promise<void> {
  let [accepted, refused] = [1_000_000, 1024 * 1024];
  while (refused - accepted > 1) {
    const length = Math.floor((accepted + refused) / 2);
    const isAccepted = await report.update({ actualResult: "x".repeat(length) }).then(
      () => true,
      () => false,
    );
    if (isAccepted) accepted = length;
    else refused = length;
  }
}

export function uniqueId(prefix: string): string {
  return `${prefix}-${randomUUID().slice(0, 13)}`;
}

export async function projectRules(file: "firestore.rules" | "storage.rules"): Promise<string> {
  return await readFile(new URL(`../../${file}`, import.meta.url), "utf8");
}

const DENY_WRITES = `rules_version = '2';
service cloud.firestore {
  match /databases/{db}/documents {
    match /{path=**} { allow read: if request.auth != null; allow write: if false; }
  }
}`;

const DENY_FILES = `rules_version = '2';
service firebase.storage {
  match /b/{bucket}/o { match /{path=**} { allow read, write: if false; } }
}`;

async function putFirestoreRules(content: string): Promise<void> {
  const response = await fetch(`${FIRESTORE}/emulator/v1/projects/${PROJECT}:securityRules`, {
    method: "PUT",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ rules: { files: [{ name: "firestore.rules", content }] } }),
  });
  if (!response.ok) throw new Error(`Firestore did not accept the rules: ${response.status} ${await response.text()}`);
}

async function putStorageRules(content: string): Promise<void> {
  const response = await fetch(`${STORAGE}/internal/setRules`, {
    method: "PUT",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ rules: { files: [{ name: "storage.rules", content }] } }),
  });
  if (!response.ok) throw new Error(`Storage did not accept the rules: ${response.status} ${await response.text()}`);
}

/** Runs `work` while Firestore refuses every client's write; then loads the project's rules again. */
export async function withoutWrites(work: () => Promise<void>): Promise<void> {
  await putFirestoreRules(DENY_WRITES);
  try {
    await work();
  } finally {
    await putFirestoreRules(await projectRules("firestore.rules"));
  }
}

/** Runs `work` while Storage refuses every client; then loads the project's rules again. */
export async function withoutUploads(work: () => Promise<void>): Promise<void> {
  await putStorageRules(DENY_FILES);
  try {
    await work();
  } finally {
    await putStorageRules(await projectRules("storage.rules"));
  }
}
