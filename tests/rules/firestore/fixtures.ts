import { initializeTestEnvironment, type RulesTestEnvironment, type TokenOptions } from "@firebase/rules-unit-testing";
import { deleteApp, initializeApp } from "firebase/app";
import {
  connectFirestoreEmulator,
  doc,
  type Firestore,
  getFirestore,
  setLogLevel,
  Timestamp,
  writeBatch,
} from "firebase/firestore";
import { afterAll, beforeAll } from "vitest";
import { type Actor, IDENTITIES, MEMBER_DOCUMENTS, SIGNED_IN_AT } from "../shared/actors.ts";
import { saveCoverage } from "../shared/coverage.ts";
import { MUTANT, readRules } from "../shared/mutant.ts";

/** The rules under test: the deployed file, or the mutant of this run. */
export const RULES = readRules("firestore.rules");

/** Rules that allow everything. A request that fails even under these is invalid for another reason than the rules. */
export const OPEN_RULES = `rules_version = '2';
service cloud.firestore { match /databases/{db}/documents/{any=**} { allow read, write: if true; } }`;

/** The project of these tests. It is not the suite's project, so the suite's data and rules do not change. */
export const PROJECT = `demo-logbook-rules${MUTANT === null ? "" : `-${MUTANT.name}`}`;

/** A project with rules of its own, the members of `actors.ts` and the board. */
export interface RulesFixtures {
  projectId: string;
  /** The database as this actor sees it. */
  as(actor: Actor): Firestore;
  /** The database as the Firebase user `uid` sees it, who need not be a member; `token` adds claims. */
  signedIn(uid: string, token?: TokenOptions): Firestore;
  /** The database as the Admin SDK sees it: no rules apply. */
  stored: Firestore;
  loadRules(rules: string): Promise<void>;
  close(): Promise<void>;
}

/** `host:port` of the Firestore emulator. */
export function emulatorAddress(): { host: string; port: number } {
  const [host, port] = (process.env.FIRESTORE_EMULATOR_HOST ?? "").split(":");
  if (!host || !port) {
    throw new Error("FIRESTORE_EMULATOR_HOST is not set. Run these tests with `npm run test:rules`.");
  }
  return { host, port: Number(port) };
}

async function loadRules(projectId: string, rules: string): Promise<RulesTestEnvironment> {
  return initializeTestEnvironment({ projectId, firestore: { ...emulatorAddress(), rules } });
}

/** Empties the project, loads the rules (by default those under test) and stores the members and the board. */
async function openFixtures(rules: string | undefined, projectId: string): Promise<RulesFixtures> {
  // Every refusal is expected here; the SDK would log each with the whole request.
  setLogLevel("silent");
  const { host, port } = emulatorAddress();
  const env = await loadRules(projectId, rules ?? readRules("firestore.rules"));
  await env.clearFirestore();

  const app = initializeApp({ projectId }, `stored ${projectId} ${crypto.randomUUID()}`);
  const stored = getFirestore(app);
  connectFirestoreEmulator(stored, host, port, { mockUserToken: "owner" });

  const signedIn = (uid: string, token: TokenOptions = {}): Firestore =>
    env.authenticatedContext(uid, { opened: SIGNED_IN_AT, ...token }).firestore() as unknown as Firestore;
  const databases = new Map<Actor, Firestore>();
  const as = (actor: Actor): Firestore => {
    const open = (): Firestore =>
      actor === "guest"
        ? (env.unauthenticatedContext().firestore() as unknown as Firestore)
        : signedIn(IDENTITIES[actor].uid);
    const database = databases.get(actor) ?? open();
    databases.set(actor, database);
    return database;
  };

  await seedMembersAndBoard(stored);
  return {
    projectId,
    as,
    signedIn,
    stored,
    loadRules: async (text) => {
      await loadRules(projectId, text);
    },
    close: async () => {
      if (projectId === PROJECT) await saveCoverage(projectId);
      await env.cleanup();
      await deleteApp(app);
    },
  };
}

async function seedMembersAndBoard(stored: Firestore): Promise<void> {
  const batch = writeBatch(stored);
  for (const [actor, member] of Object.entries(MEMBER_DOCUMENTS)) {
    batch.set(doc(stored, "members", IDENTITIES[actor as Actor].uid), member);
  }
  batch.set(doc(stored, "boards/main"), {
    revision: 1,
    lastNumber: 0,
    changedAt: new Timestamp(SIGNED_IN_AT, 0),
    issueId: "",
  });
  await batch.commit();
}

/** Fixtures for the tests of one file or `describe`, opened before them and closed after. */
export function useFixtures(rules?: string, projectId = PROJECT): () => RulesFixtures {
  let fixtures: RulesFixtures | undefined;
  beforeAll(async () => {
    fixtures = await openFixtures(rules, projectId);
  });
  afterAll(() => fixtures?.close());
  return () => {
    if (fixtures === undefined)
      throw new Error("The fixtures are opened in `beforeAll`: call this function inside a test.");
    return fixtures;
  };
}
