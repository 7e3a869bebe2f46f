import { randomUUID } from "node:crypto";
import { readFile } from "node:fs/promises";
import { getApps, initializeApp } from "firebase-admin/app";
import { getAuth } from "firebase-admin/auth";
import { type DocumentReference, getFirestore } from "firebase-admin/firestore";
import { inRoot } from "../../suite/command-line/paths.ts";

/** Reads a variable that the running suite sets (see tests/README.md). */
function readVariable(name: string): string {
  const value = process.env[name];
  if (!value) throw new Error(`${name} is not set. Run these tests with: npm run test:api`);
  return value;
}

export const PROJECT = readVariable("GCLOUD_PROJECT");
export const ORIGIN = readVariable("LOGBOOK_URL").replace(/\/$/, "");
export const FIRESTORE = `http://${readVariable("FIRESTORE_EMULATOR_HOST")}`;
export const AUTH = `http://${readVariable("FIREBASE_AUTH_EMULATOR_HOST")}`;
export const STORAGE = `http://${readVariable("FIREBASE_STORAGE_EMULATOR_HOST")}`;
export const BUCKET = `${PROJECT}.appspot.com`;

// Google's libraries must not look for the metadata server, which exists only on Google's machines.
process.env.METADATA_SERVER_DETECTION ??= "none";
const app = getApps()[0] ?? initializeApp({ projectId: PROJECT, storageBucket: BUCKET });

/** Firestore without the rules, to check what is stored and to make members admins. */
export const db = getFirestore(app);
export const auth = getAuth(app);

/** The functions emulator's own origin, from the emulator hub. */
export async function functionsOrigin(): Promise<string> {
  const response = await fetch(`http://${readVariable("FIREBASE_EMULATOR_HUB")}/emulators`);
  const { functions } = (await response.json()) as { functions: { host: string; port: number } };
  return `http://${functions.host}:${functions.port}`;
}

/** Calls `find` until it does not return `null`. After `seconds` throws an error that contains `description`. */
export async function eventually<T>(description: string, find: () => Promise<T | null>, seconds = 20): Promise<T> {
  const deadline = Date.now() + seconds * 1_000;
  for (;;) {
    const result = await find();
    if (result !== null) return result;
    if (Date.now() > deadline) throw new Error(`${description} was not there within ${seconds} s.`);
    await new Promise((resume) => setTimeout(resume, 50));
  }
}

/** Makes a report exactly as large as Firestore allows a document to be. Finds the length by bisection. */
export async function growToDocumentLimit(report: DocumentReference): Promise<void> {
  // A document may have 1 MiB, of which the report's other fields take less than 48 KB.
  let [acceptedLength, refusedLength] = [1_000_000, 1024 * 1024];
  while (refusedLength - acceptedLength > 1) {
    const length = Math.floor((acceptedLength + refusedLength) / 2);
    const isAccepted = await report.update({ actualResult: "x".repeat(length) }).then(
      () => true,
      () => false,
    );
    if (isAccepted) acceptedLength = length;
    else refusedLength = length;
  }
}

export function uniqueId(prefix: string): string {
  // The first 13 characters of a UUID are its first two groups: 48 random bits.
  return `${prefix}-${randomUUID().slice(0, 13)}`;
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

const RULES_URLS = {
  "firestore.rules": `${FIRESTORE}/emulator/v1/projects/${PROJECT}:securityRules`,
  "storage.rules": `${STORAGE}/internal/setRules`,
};
type RulesFile = keyof typeof RULES_URLS;

async function putRules(name: RulesFile, content: string): Promise<void> {
  const response = await fetch(RULES_URLS[name], {
    method: "PUT",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ rules: { files: [{ name, content }] } }),
  });
  if (!response.ok) throw new Error(`${name} was not accepted: ${response.status} ${await response.text()}`);
}

/** Runs `work` under other rules. Then loads the project's own rules again. */
async function withRules(name: RulesFile, content: string, work: () => Promise<void>): Promise<void> {
  await putRules(name, content);
  try {
    await work();
  } finally {
    await putRules(name, await readFile(inRoot(name), "utf8"));
  }
}

/** Runs `work` while Firestore refuses every client's write. */
export const withoutWrites = (work: () => Promise<void>) => withRules("firestore.rules", DENY_WRITES, work);

/** Runs `work` while Storage refuses every client. */
export const withoutStorage = (work: () => Promise<void>) => withRules("storage.rules", DENY_FILES, work);
