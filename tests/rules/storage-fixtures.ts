import { fileURLToPath } from "node:url";
import { initializeTestEnvironment, type TokenOptions } from "@firebase/rules-unit-testing";
import { deleteApp, initializeApp } from "firebase/app";
import {
  connectFirestoreEmulator,
  type DocumentData,
  doc,
  getFirestore,
  setDoc,
  setLogLevel,
} from "firebase/firestore";
import {
  connectStorageEmulator,
  deleteObject,
  type FirebaseStorage,
  getBytes,
  getDownloadURL,
  getMetadata,
  getStorage,
  list,
  ref,
  type SettableMetadata,
  type UploadMetadata,
  updateMetadata,
  uploadBytes,
} from "firebase/storage";
import { afterAll, beforeAll } from "vitest";
import { type Actor, IDENTITIES, MEMBER_DOCUMENTS, SIGNED_IN_AT } from "./shared/actors.ts";
import { readRules } from "./shared/mutant.ts";

const RULES_FILE = fileURLToPath(new URL("../../storage.rules", import.meta.url));

/** The rules under test, as deployed. */
export const RULES = readRules("storage.rules");

const rulesWith = (condition: boolean): string => `rules_version = '2';
service firebase.storage { match /b/{bucket}/o/{path=**} { allow read, write: if ${condition}; } }`;

/** Rules that allow everything: a request that fails under them is not refused by the rules. */
export const OPEN_RULES = rulesWith(true);
/** Rules that deny everything. */
export const CLOSED_RULES = rulesWith(false);

/** The bucket as one actor sees it. Every call rejects with `storage/unauthorized` when the rules refuse it. */
export interface Bucket {
  upload(path: string, bytes: Uint8Array, metadata?: UploadMetadata): Promise<unknown>;
  read(path: string): Promise<ArrayBuffer>;
  metadata(path: string): Promise<unknown>;
  downloadUrl(path: string): Promise<string>;
  list(path: string): Promise<unknown>;
  change(path: string, metadata: SettableMetadata): Promise<unknown>;
  remove(path: string): Promise<unknown>;
}

/** The suite's Storage and Firestore, with the members of `actors.ts`. */
export interface StorageFixtures {
  as(actor: Actor): Bucket;
  signedIn(uid: string, token?: TokenOptions): Bucket;
  /** The bucket as the Admin SDK sees it: no rules apply. */
  stored: Bucket;
  /** Sets the fields of a member document, as the Admin SDK does. */
  setMember(uid: string, fields: DocumentData): Promise<void>;
  loadRules(rules: string): Promise<void>;
  close(): Promise<void>;
}

/** `host:port` from a variable that the test runner sets. */
function address(variable: string): { host: string; port: number } {
  const [host, port] = (process.env[variable] ?? "").split(":");
  if (!host || !port) throw new Error(`${variable} is not set. Run these tests with \`npm run test:rules\`.`);
  return { host, port: Number(port) };
}

/** Opens the suite's bucket under the deployed rules and stores the member documents. */
async function openStorageFixtures(): Promise<StorageFixtures> {
  // Every refusal is expected here; the SDK would log each.
  setLogLevel("silent");
  const projectId = process.env.GCLOUD_PROJECT;
  if (!projectId) throw new Error("GCLOUD_PROJECT is not set. Run these tests with `npm run test:rules`.");
  const [firestoreAddress, storageAddress] = [
    address("FIRESTORE_EMULATOR_HOST"),
    address("FIREBASE_STORAGE_EMULATOR_HOST"),
  ];
  const bucketUrl = `gs://${projectId}.appspot.com`;
  const env = await initializeTestEnvironment({ projectId, storage: storageAddress });

  const app = initializeApp({ projectId }, `stored ${crypto.randomUUID()}`);
  const [documents, files] = [getFirestore(app), getStorage(app, bucketUrl)];
  connectFirestoreEmulator(documents, firestoreAddress.host, firestoreAddress.port, { mockUserToken: "owner" });
  connectStorageEmulator(files, storageAddress.host, storageAddress.port, { mockUserToken: "owner" });

  const loadRules = (rules: string) => putRules(storageAddress, rules);
  const setMember = (uid: string, fields: DocumentData) => setDoc(doc(documents, "members", uid), fields);
  const signedIn = (uid: string, token: TokenOptions = {}) =>
    bucketOf(env.authenticatedContext(uid, { opened: SIGNED_IN_AT, ...token }).storage(bucketUrl));

  await loadRules(readRules("storage.rules"));
  for (const [actor, member] of Object.entries(MEMBER_DOCUMENTS)) {
    await setMember(IDENTITIES[actor as Actor].uid, member);
  }
  return {
    as: (actor) =>
      actor === "guest" ? bucketOf(env.unauthenticatedContext().storage(bucketUrl)) : signedIn(IDENTITIES[actor].uid),
    signedIn,
    stored: bucketOf(files),
    setMember,
    loadRules,
    close: async () => {
      await loadRules(RULES);
      await env.cleanup();
      await deleteApp(app);
    },
  };
}

/** rules-unit-testing returns an object of the compat API, which the SDK's functions accept too. */
function bucketOf(storage: object): Bucket {
  const refTo = (path: string) => ref(storage as FirebaseStorage, path);
  return {
    upload: (path, bytes, metadata) => uploadBytes(refTo(path), bytes, metadata),
    read: (path) => getBytes(refTo(path)),
    metadata: (path) => getMetadata(refTo(path)),
    downloadUrl: (path) => getDownloadURL(refTo(path)),
    list: (path) => list(refTo(path)),
    change: (path, metadata) => updateMetadata(refTo(path), metadata),
    remove: (path) => deleteObject(refTo(path)),
  };
}

/** Loads rules under the real file's name, so that the emulator keeps watching that file. */
async function putRules({ host, port }: { host: string; port: number }, content: string): Promise<void> {
  const response = await fetch(`http://${host}:${port}/internal/setRules`, {
    method: "PUT",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ rules: { files: [{ name: RULES_FILE, content }] } }),
  });
  if (!response.ok) throw new Error(`The Storage emulator refused the rules: ${await response.text()}`);
}

/** Fixtures for the tests of one file; closing them loads the deployed rules again. */
export function useStorageFixtures(): () => StorageFixtures {
  let fixtures: StorageFixtures | undefined;
  beforeAll(async () => {
    fixtures = await openStorageFixtures();
  });
  afterAll(() => fixtures?.close());
  return () => {
    if (fixtures === undefined)
      throw new Error("The fixtures are opened in `beforeAll`: call this function inside a test.");
    return fixtures;
  };
}
