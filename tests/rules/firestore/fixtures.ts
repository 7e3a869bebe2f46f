import { initializeTestEnvironment, type RulesTestEnvironment, type TokenOptions } from "@firebase/rules-unit-testing";
import { deleteApp, initializeApp } from "firebase/app";
import { connectFirestoreEmulator, doc, type Firestore, getFirestore, setDoc, setLogLevel } from "firebase/firestore";
import { afterAll, beforeAll } from "vitest";
import { type Actor, IDENTITIES, MEMBER_DOCUMENTS, SIGNED_IN_AT } from "../shared/actors.ts";
import { type Fields, fromNow, newId, storedReport } from "../shared/builders.ts";
import { saveCoverage } from "../shared/coverage.ts";
import { MUTANT, readRules } from "../shared/mutant.ts";

/** The rules under test: the deployed file, or in `npm run test:mutants` a changed one. */
export const RULES = readRules("firestore.rules");

/** Rules that allow everything. If a request fails under them, the reason is not in the rules. */
export const OPEN_RULES = `rules_version = '2';
service cloud.firestore { match /databases/{db}/documents/{any=**} { allow read, write: if true; } }`;

/**
 * The project of these tests. It is not the suite's project, because the suite's data and rules must not change. Each
 * process that tries mutants has a project of its own.
 */
export const PROJECT = `demo-logbook-rules${MUTANT === null ? "" : `-${MUTANT.name}`}`;

/** A project with rules of its own, the members of `actors.ts` and the board. */
export interface RulesFixtures {
  projectId: string;
  /** The database as this actor sees it. */
  databaseAs(actor: Actor): Firestore;
  /** The database as the Firebase user `uid` sees it; the user need not be a member. `token` adds claims. */
  databaseAsUser(uid: string, token?: TokenOptions): Firestore;
  /** The database as the Admin SDK sees it: no rules apply. */
  databaseWithoutRules: Firestore;
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

/** Loads rules into the project, and returns the means to sign in to it as any user. */
async function initializeWithRules(projectId: string, rules: string): Promise<RulesTestEnvironment> {
  return initializeTestEnvironment({ projectId, firestore: { ...emulatorAddress(), rules } });
}

/** Empties the project, loads the rules (by default those under test) and stores the members and the board. */
async function openFixtures(rules: string | undefined, projectId: string): Promise<RulesFixtures> {
  // The SDK would log every refused request, and most requests of these tests are refused.
  setLogLevel("silent");
  const { host, port } = emulatorAddress();
  // The rules file is read again, because `npm run test:mutants` changes it and reruns the tests in the same process.
  const environment = await initializeWithRules(projectId, rules ?? readRules("firestore.rules"));
  await environment.clearFirestore();

  const app = initializeApp({ projectId }, `without rules ${projectId} ${crypto.randomUUID()}`);
  const databaseWithoutRules = getFirestore(app);
  // The emulator applies no rules to the token `owner`.
  connectFirestoreEmulator(databaseWithoutRules, host, port, { mockUserToken: "owner" });

  // `firestore()` returns an object of the SDK's compat API, which the functions of the modular API accept too.
  const databaseAsUser = (uid: string, token: TokenOptions = {}): Firestore =>
    environment.authenticatedContext(uid, { opened: SIGNED_IN_AT, ...token }).firestore() as unknown as Firestore;
  const openDatabase = (actor: Actor): Firestore =>
    actor === "guest"
      ? (environment.unauthenticatedContext().firestore() as unknown as Firestore)
      : databaseAsUser(IDENTITIES[actor].uid);
  // Each opened database has its own connection to the emulator, so each actor's is opened only once.
  const databasesByActor = new Map<Actor, Firestore>();
  const databaseAs = (actor: Actor): Firestore => {
    const database = databasesByActor.get(actor) ?? openDatabase(actor);
    databasesByActor.set(actor, database);
    return database;
  };

  await seedBoard({ databaseWithoutRules });
  for (const [actor, fields] of Object.entries(MEMBER_DOCUMENTS))
    await seed({ databaseWithoutRules }, `members/${IDENTITIES[actor as Actor].uid}`, fields);
  return {
    projectId,
    databaseAs,
    databaseAsUser,
    databaseWithoutRules,
    loadRules: async (otherRules) => {
      await initializeWithRules(projectId, otherRules);
    },
    close: async () => {
      // The other projects have open or weakened rules, whose coverage says nothing about the rules under test.
      if (projectId === PROJECT) await saveCoverage(projectId);
      await environment.cleanup();
      await deleteApp(app);
    },
  };
}

/** Stores a document, as the Admin SDK would. */
export const seed = (
  { databaseWithoutRules }: Pick<RulesFixtures, "databaseWithoutRules">,
  path: string,
  fields: Fields,
) => setDoc(doc(databaseWithoutRules, path), fields);

export interface StoredReport {
  id: string;
  fields: Fields;
}

/** Stores a report that the actor `member` filed yesterday. */
export async function seedReport(fixtures: RulesFixtures, overrides: Fields = {}): Promise<StoredReport> {
  const [id, fields] = [newId(), storedReport(overrides)];
  await seed(fixtures, `issues/${id}`, fields);
  return { id, fields };
}

/** Resets the board to revision 1 and last number 1. By default it names no report. */
export const seedBoard = (fixtures: Pick<RulesFixtures, "databaseWithoutRules">, overrides: Fields = {}) =>
  seed(fixtures, "boards/main", { revision: 1, lastNumber: 1, changedAt: fromNow(-60_000), issueId: "", ...overrides });

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
