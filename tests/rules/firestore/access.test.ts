import { assertFails, assertSucceeds } from "@firebase/rules-unit-testing";
import {
  collection,
  deleteDoc,
  doc,
  documentId,
  type Firestore,
  getDoc,
  getDocs,
  limit,
  onSnapshot,
  query,
  setDoc,
  Timestamp,
  updateDoc,
  where,
} from "firebase/firestore";
import { beforeAll, describe, test } from "vitest";
import {
  ACTORS,
  type Actor,
  IDENTITIES,
  MEMBER_DOCUMENTS,
  MEMBERS,
  otherMember,
  withArticle,
} from "../shared/actors.ts";
import { type Fields, inThirtyDays, namedCases, newId, storedReport } from "../shared/builders.ts";
import { IS_MUTANT_RUN } from "../shared/mutant.ts";
import { OPEN_RULES, PROJECT, type RulesFixtures, seed, useFixtures } from "./fixtures.ts";

/** A document that every actor tries to read and write. */
interface Target {
  /** Its name in titles. */
  name: string;
  /** The document, which exists when an actor tries something. */
  path: string | ((actor: Actor) => string);
  fields: Fields | ((actor: Actor) => Fields);
  /** What an update changes. */
  change?: Fields;
  /** The actors who try; by default all. */
  actors?: readonly Actor[];
  /** The actors who may get the document; by default none. */
  readers?: readonly Actor[];
}

const NOW = Timestamp.now();
const trashEntry = { issue: storedReport(), deletedAt: NOW, deletedBy: "ada", purgeAt: inThirtyDays() };
const event = { issueId: "r1", kind: "status", from: "OPEN", to: "TESTING", by: "ada", byName: "Ada", at: NOW };
const ownPath = (collectionName: string) => (actor: Actor) => `${collectionName}/${IDENTITIES[actor].uid}`;
const othersPath = (collectionName: string) => (actor: Actor) => `${collectionName}/${otherMember(actor).uid}`;
const memberFields = (actor: Actor) => MEMBER_DOCUMENTS[actor]!;
const otherMemberFields = (actor: Actor) => memberFields(actor === "another member" ? "member" : "another member");
const hasMemberDocument = (actor: Actor): boolean => actor in MEMBER_DOCUMENTS;
const follows = { reports: { r1: { mode: "all", since: NOW } } };

const TARGETS: readonly Target[] = [
  { name: "a report", path: "issues/r1", fields: storedReport(), change: { title: "Mine" } },
  { name: "a member's own report", path: ownPath("issues"), fields: (actor) => ownReport(actor), change: { votes: 7 } },
  {
    name: "the board",
    path: "boards/main",
    fields: { revision: 1, lastNumber: 1, changedAt: NOW, issueId: "r1" },
    change: { revision: 2, changedAt: NOW },
    readers: MEMBERS,
  },
  { name: "another board", path: "boards/other", fields: { revision: 1, changedAt: NOW, issueId: "r1" } },
  { name: "a trash entry", path: "trash/r2", fields: trashEntry, change: { purgeAt: inThirtyDays(1_000) } },
  { name: "a trash entry that is due", path: "trash/r3", fields: { ...trashEntry, purgeAt: NOW } },
  { name: "an event of the history", path: "history/e1", fields: event, change: { byName: "Otto" } },
  {
    name: "their own member document",
    path: ownPath("members"),
    fields: memberFields,
    change: { isAdmin: true },
    actors: ACTORS.filter(hasMemberDocument),
    readers: MEMBERS,
  },
  {
    name: "another member's document",
    path: othersPath("members"),
    fields: otherMemberFields,
    change: { disabled: true },
  },
  { name: "a reserved username", path: "usernames/otto", fields: { uid: "otto" } },
  { name: "a lookalike of a username", path: "lookalikes/0tt0", fields: { uid: "otto" } },
  { name: "a counter", path: "limits/login", fields: { count: 9, expireAt: NOW }, change: { count: 0 } },
  { name: "who comes in", path: "settings/members", fields: { admission: "approval" }, change: { admission: "open" } },
  {
    name: "an act in the log of members",
    path: "memberLog/a1",
    fields: { kind: "granted", by: "ada", member: "otto", at: NOW },
    change: { by: "mara" },
  },
  { name: "their own reset link", path: ownPath("resetLinks"), fields: { hash: "h", by: "ada", expiresAt: NOW } },
  {
    name: "another member's reset link",
    path: othersPath("resetLinks"),
    fields: { hash: "h", by: "ada", expiresAt: NOW },
  },
  { name: "their own ballot", path: ownPath("ballots"), fields: { votes: { r1: NOW } } },
  { name: "another member's ballot", path: othersPath("ballots"), fields: { votes: { r1: NOW } } },
  { name: "their own follows", path: ownPath("follows"), fields: follows, readers: MEMBERS },
  { name: "another member's follows", path: othersPath("follows"), fields: follows },
  {
    name: "a document below their own follows",
    path: (actor) => `${ownPath("follows")(actor)}/notes/n1`,
    fields: { a: 1 },
  },
  { name: "their own saved views", path: ownPath("views"), fields: { views: [] } },
  { name: "another member's saved views", path: othersPath("views"), fields: { views: [] } },
  {
    name: "an entry of What's new",
    path: "changelog/e1",
    fields: { title: "New", byId: "ada", listedAt: NOW },
    change: { title: "Mine" },
  },
  { name: "a document that the rules do not name", path: "notes/main", fields: { a: 1 } },
  ...["issues/r1", "boards/main", "trash/r2", "history/e1"].map(
    (parent): Target => ({ name: `a document below ${parent}`, path: `${parent}/notes/n1`, fields: { a: 1 } }),
  ),
  {
    name: "a document below their own member document",
    path: (actor) => `${ownPath("members")(actor)}/notes/n1`,
    fields: { a: 1 },
  },
];

function ownReport(actor: Actor): Fields {
  const { uid, username } = IDENTITIES[actor];
  return storedReport({ reporterId: uid, reporter: username });
}

const pathOf = ({ path }: Target, actor: Actor): string => (typeof path === "string" ? path : path(actor));
const fieldsOf = ({ fields }: Target, actor: Actor): Fields => (typeof fields === "function" ? fields(actor) : fields);

/** Every operation with a document; lists are of its collection. */
const OPERATIONS: Record<string, (db: Firestore, path: string, fields: Fields, change: Fields) => Promise<unknown>> = {
  get: (db, path) => getDoc(doc(db, path)),
  "listen to": (db, path) =>
    new Promise((resolve, reject) => {
      const unsubscribe = onSnapshot(
        doc(db, path),
        (snapshot) => {
          unsubscribe();
          resolve(snapshot);
        },
        reject,
      );
    }),
  "list the collection of": (db, path) => getDocs(collection(db, path.slice(0, path.lastIndexOf("/")))),
  "list the first document of the collection of": (db, path) =>
    getDocs(query(collection(db, path.slice(0, path.lastIndexOf("/"))), limit(1))),
  "query the id of": (db, path) => {
    const [, parent, id] = /^(.+)\/(.+)$/.exec(path)!;
    return getDocs(query(collection(db, parent!), where(documentId(), "==", id), limit(1)));
  },
  "create a document beside": (db, path, fields) => setDoc(doc(db, path.replace(/[^/]+$/, newId())), fields),
  change: (db, path, _, change) => updateDoc(doc(db, path), change),
  replace: (db, path, fields, change) => setDoc(doc(db, path), { ...fields, ...change }),
  delete: (db, path) => deleteDoc(doc(db, path)),
};

const tryOperation = async ({ databaseAs }: RulesFixtures, target: Target, operation: string, actor: Actor) =>
  OPERATIONS[operation]!(
    databaseAs(actor),
    pathOf(target, actor),
    fieldsOf(target, actor),
    target.change ?? { note: "x" },
  );

const CASES = TARGETS.flatMap((target) =>
  Object.keys(OPERATIONS).map((operation) => {
    const actors = target.actors ?? ACTORS;
    const isRead = operation === "get" || operation === "listen to";
    const allowed = isRead ? (target.readers ?? []) : [];
    const who = allowed.length === 0 ? "nobody" : `only ${allowed.map(withArticle).join(", ")}`;
    return { name: `${who} may ${operation} ${target.name}`, target, operation, actors, allowed };
  }),
);

describe("access to documents that exist", () => {
  const fixtures = useFixtures();

  test.each(namedCases(CASES))("%s", async (_, { target, operation, actors, allowed }) => {
    for (const actor of actors) await seed(fixtures(), pathOf(target, actor), fieldsOf(target, actor));
    const attempts = actors.map(async (actor) => {
      const attempt = tryOperation(fixtures(), target, operation, actor);
      await (allowed.includes(actor) ? assertSucceeds(attempt) : assertFails(attempt));
    });
    await Promise.all(attempts);
  });
});

// Every refusal above is one by the rules: under rules that allow everything, the same operation succeeds.
describe.runIf(!IS_MUTANT_RUN)("under rules that allow everything, the same documents are open:", () => {
  const fixtures = useFixtures(OPEN_RULES, `${PROJECT}-open`);

  test.each(namedCases(CASES))("otherwise, %s", async (_, { target, operation, actors }) => {
    for (const actor of actors) {
      await seed(fixtures(), pathOf(target, actor), fieldsOf(target, actor));
      await assertSucceeds(tryOperation(fixtures(), target, operation, actor));
    }
  });
});

describe("a document that does not exist yet", () => {
  const fixtures = useFixtures();
  beforeAll(() => deleteDoc(doc(fixtures().databaseWithoutRules, "boards/main")));

  test.each(ACTORS)(
    "is not created by a %s: a board, a ballot, follows, saved views, a member document",
    async (actor) => {
      const { uid, username } = IDENTITIES[actor];
      const db = fixtures().databaseAs(actor);
      for (const path of ["boards/main", `ballots/${uid}`, `follows/${uid}`, `views/${uid}`])
        await assertFails(setDoc(doc(db, path), { revision: 1 }));
      if (!hasMemberDocument(actor)) await assertFails(setDoc(doc(db, `members/${uid}`), { username, isAdmin: true }));
    },
  );
});
