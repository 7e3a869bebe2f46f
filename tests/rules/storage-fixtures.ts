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

/** The rules under test: the deployed file, or in `npm run test:mutants` a changed one. */
export const RULES = readRules("storage.rules");

const rulesWith = (condition: boolean): string => `rules_version = '2';
service firebase.storage { match /b/{bucket}/o/{path=**} { allow read, write: if ${condition}; } }`;

/** Rules that allow everything. If a request fails under them, the reason is not in the rules. */
export const OPEN_RULES = rulesWith(true);
export const CLOSED_RULES = rulesWith(false);

/** The bucket as one user sees it. Every call rejects with `storage/unauthorized` when the rules refuse it. */
export interface Bucket {
  upload(path: string, bytes: Uint8Array, metadata?: UploadMetadata): Promise<unknown>;
  read(path: string): Promise<ArrayBuffer>;
  readMetadata(path: string): Promise<unknown>;
  readDownloadUrl(path: string): Promise<string>;
  list(path: string): Promise<unknown>;
  changeMetadata(path: string, metadata: SettableMetadata): Promise<unknown>;
  remove(path: string): Promise<unknown>;
}

/** The suite's Storage and Firestore, with the members of `actors.ts`. */
export interface StorageFixtures {
  bucketAs(actor: Actor): Bucket;
  /** The bucket as the Firebase user `uid` sees it; the user need not be a member. `token` adds claims. */
  bucketAsUser(uid: string, token?: TokenOptions): Bucket;
  /** The bucket as the Admin SDK sees it: no rules apply. */
  bucketWithoutRules: Bucket;
  /** Sets the fields of a member document, as the Admin SDK does. */
  setMember(uid: string, fields: DocumentData): Promise<void>;
  loadRules(rules: string): Promise<void>;
  close(): Promise<void>;
}

/** Reads `host:port` from an environment variable that `npm run test:rules` sets. */
function readAddress(variable: string): { host: string; port: number } {
  const [host, port] = (process.env[variable] ?? "").split(":");
  if (!host || !port) throw new Error(`${variable} is not set. Run these tests with \`npm run test:rules\`.`);
  return { host, port: Number(port) };
}

/** Opens the suite's bucket under the rules under test and stores the member documents. */
async function openStorageFixtures(): Promise<StorageFixtures> {
  // The SDK would log every refused request, and most requests of these tests are refused.
  setLogLevel("silent");
  const projectId = process.env.GCLOUD_PROJECT;
  if (!projectId) throw new Error("GCLOUD_PROJECT is not set. Run these tests with `npm run test:rules`.");
  const [firestoreAddress, storageAddress] = [
    readAddress("FIRESTORE_EMULATOR_HOST"),
    readAddress("FIREBASE_STORAGE_EMULATOR_HOST"),
  ];
  const bucketUrl = `gs://${projectId}.appspot.com`;
  const environment = await initializeTestEnvironment({ projectId, storage: storageAddress });

  const app = initializeApp({ projectId }, `without rules ${crypto.randomUUID()}`);
  const [firestore, storage] = [getFirestore(app), getStorage(app, bucketUrl)];
  // The emulators apply no rules to the token `owner`.
  connectFirestoreEmulator(firestore, firestoreAddress.host, firestoreAddress.port, { mockUserToken: "owner" });
  connectStorageEmulator(storage, storageAddress.host, storageAddress.port, { mockUserToken: "owner" });

  const loadRules = (rules: string) => putRules(storageAddress, rules);
  const setMember = (uid: string, fields: DocumentData) => setDoc(doc(firestore, "members", uid), fields);
  const bucketAsUser = (uid: string, token: TokenOptions = {}) =>
    bucketOf(environment.authenticatedContext(uid, { opened: SIGNED_IN_AT, ...token }).storage(bucketUrl));

  // The rules file is read again, because `npm run test:mutants` changes it and reruns the tests in the same process.
  await loadRules(readRules("storage.rules"));
  for (const [actor, fields] of Object.entries(MEMBER_DOCUMENTS)) {
    await setMember(IDENTITIES[actor as Actor].uid, fields);
  }
  return {
    bucketAs: (actor) =>
      actor === "guest"
        ? bucketOf(environment.unauthenticatedContext().storage(bucketUrl))
        : bucketAsUser(IDENTITIES[actor].uid),
    bucketAsUser,
    bucketWithoutRules: bucketOf(storage),
    setMember,
    loadRules,
    close: async () => {
      await loadRules(RULES);
      await environment.cleanup();
      await deleteApp(app);
    },
  };
}

/** `storage` may be an object of the SDK's compat API, which the functions of the modular API accept too. */
function bucketOf(storage: object): Bucket {
  const refTo = (path: string) => ref(storage as FirebaseStorage, path);
  return {
    upload: (path, bytes, metadata) => uploadBytes(refTo(path), bytes, metadata),
    read: (path) => getBytes(refTo(path)),
    readMetadata: (path) => getMetadata(refTo(path)),
    readDownloadUrl: (path) => getDownloadURL(refTo(path)),
    list: (path) => list(refTo(path)),
    changeMetadata: (path, metadata) => updateMetadata(refTo(path), metadata),
    remove: (path) => deleteObject(refTo(path)),
  };
}

/** Loads rules under the name of storage.rules, so that the emulator keeps watching that file. */
async function putRules({ host, port }: { host: string; port: number }, content: string): Promise<void> {
  const response = await fetch(`http://${host}:${port}/internal/setRules`, {
    method: "PUT",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ rules: { files: [{ name: RULES_FILE, content }] } }),
  });
  if (!response.ok) throw new Error(`The Storage emulator refused the rules: ${await response.text()}`);
}

/** Fixtures for the tests of one file; closing them loads the rules under test again. */
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
