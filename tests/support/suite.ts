import { randomUUID } from "node:crypto";
import { readFile } from "node:fs/promises";
import { getApps, initializeApp } from "firebase-admin/app";
import { getAuth } from "firebase-admin/auth";
import { type DocumentReference, getFirestore } from "firebase-admin/firestore";
import { inRoot } from "../../suite/command-line/paths.ts";

/** The value of a variable of the running suite (see tests/README.md). */
function requiredVariable(name: string): string {
  const value = process.env[name];
  if (!value) throw new Error(`${name} is not set. Run these tests with: npm run test:api`);
  return value;
}

export const PROJECT = requiredVariable("GCLOUD_PROJECT");
export const ORIGIN = requiredVariable("LOGBOOK_URL").replace(/\/$/, "");
export const FIRESTORE = `http://${requiredVariable("FIRESTORE_EMULATOR_HOST")}`;
export const AUTH = `http://${requiredVariable("FIREBASE_AUTH_EMULATOR_HOST")}`;
export const STORAGE = `http://${requiredVariable("FIREBASE_STORAGE_EMULATOR_HOST")}`;
export const BUCKET = `${PROJECT}.appspot.com`;

// No emulator runs on Google's machines, so the SDK need not look for their metadata server.
process.env.METADATA_SERVER_DETECTION ??= "none";
const app = getApps()[0] ?? initializeApp({ projectId: PROJECT, storageBucket: BUCKET });

/** Bypasses the rules: tests check with it what is stored, and make members admins. */
export const db = getFirestore(app);
export const auth = getAuth(app);

/** The functions emulator's own origin, from the emulator hub. */
export async function functionsOrigin(): Promise<string> {
  const response = await fetch(`http://${requiredVariable("FIREBASE_EMULATOR_HUB")}/emulators`);
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

const RULES_ADDRESS = {
  "firestore.rules": `${FIRESTORE}/emulator/v1/projects/${PROJECT}:securityRules`,
  "storage.rules": `${STORAGE}/internal/setRules`,
};
type RulesFile = keyof typeof RULES_ADDRESS;

async function putRules(name: RulesFile, content: string): Promise<void> {
  const response = await fetch(RULES_ADDRESS[name], {
    method: "PUT",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ rules: { files: [{ name, content }] } }),
  });
  if (!response.ok) throw new Error(`${name} was not accepted: ${response.status} ${await response.text()}`);
}

/** Runs `work` under other rules; then loads the project's rules again. */
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
export const withoutUploads = (work: () => Promise<void>) => withRules("storage.rules", DENY_FILES, work);
