import { LIMITS } from "@logbook/domain";
import {
  collection,
  deleteDoc,
  doc,
  type Firestore,
  getDoc,
  getDocs,
  limit,
  query,
  setDoc,
  Timestamp,
} from "firebase/firestore";
import { IDENTITIES, MEMBERS, type MemberFields, memberFields, NOBODY, otherMember } from "../shared/actors.ts";
import { type Fields, newId } from "../shared/builders.ts";
import { type Attack, describeAccess, describeAttacks, type RulesChange } from "./expectations.ts";
import type { RulesFixtures } from "./fixtures.ts";
import { seed } from "./seeds.ts";

const NOW = Timestamp.now();
const FOLLOWING = { mode: "all", since: NOW };
const keysWith = <T>(count: number, value: T): Record<string, T> =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`report-${index}`, value]));
const someViews = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ name: `${index}`, query: "type=bug" }));

interface OwnCollection {
  valid: Fields;
  /** A document as large as the rules allow. */
  largest: Fields;
  refused: [name: string, fields: Fields, without: Attack["without"]][];
}

/** The collections with one document for each member, which only they read and write. */
const OWN_COLLECTIONS: Record<string, OwnCollection> = {
  follows: {
    valid: { reports: keysWith(1, FOLLOWING), seen: keysWith(1, NOW), seenAt: NOW },
    largest: {
      reports: keysWith(LIMITS.followsPerMember, FOLLOWING),
      seen: keysWith(LIMITS.seenReports, NOW),
      seenAt: NOW,
    },
    refused: [
      [
        "with another field",
        { reports: {}, isAdmin: true },
        { find: "follows.keys().hasOnly(['reports', 'seen', 'seenAt'])" },
      ],
      [
        `of more than ${LIMITS.followsPerMember} reports`,
        { reports: keysWith(LIMITS.followsPerMember + 1, FOLLOWING) },
        { find: "follows.get('reports', {}).size() <= 5000" },
      ],
      [
        `with more than ${LIMITS.seenReports} seen reports`,
        { seen: keysWith(LIMITS.seenReports + 1, NOW) },
        { find: "follows.get('seen', {}).size() <= 1000" },
      ],
    ],
  },
  views: {
    valid: { views: someViews(1) },
    largest: { views: someViews(LIMITS.savedViews) },
    refused: [
      ["with another field", { views: [], isAdmin: true }, { find: "request.resource.data.keys() == ['views']" }],
      [
        `with more than ${LIMITS.savedViews} views`,
        { views: someViews(LIMITS.savedViews + 1) },
        { find: "request.resource.data.views.size() <= 20" },
      ],
    ],
  },
};

const documentAt = (firestore: Firestore, name: string, uid: string) => doc(firestore, name, uid);

for (const [name, { valid, largest, refused }] of Object.entries(OWN_COLLECTIONS)) {
  const store = (fixtures: RulesFixtures, uid: string) => seed(fixtures, name, valid, uid);
  const clear = (fixtures: RulesFixtures, uid: string) => deleteDoc(documentAt(fixtures.stored, name, uid));

  describeAccess(name, [
    {
      operation: `read their own document in ${name}`,
      allowed: MEMBERS,
      run: async (fixtures, actor) => {
        await store(fixtures, IDENTITIES[actor].uid);
        return getDoc(documentAt(fixtures.as(actor), name, IDENTITIES[actor].uid));
      },
    },
    {
      operation: `read another member's document in ${name}`,
      allowed: NOBODY,
      run: async (fixtures, actor) => {
        await store(fixtures, otherMember(actor).uid);
        return getDoc(documentAt(fixtures.as(actor), name, otherMember(actor).uid));
      },
    },
    {
      operation: `list ${name}`,
      allowed: NOBODY,
      run: (fixtures, actor) => getDocs(query(collection(fixtures.as(actor), name), limit(1))),
    },
    {
      operation: `create their own document in ${name}`,
      allowed: MEMBERS,
      run: async (fixtures, actor) => {
        await clear(fixtures, IDENTITIES[actor].uid);
        return setDoc(documentAt(fixtures.as(actor), name, IDENTITIES[actor].uid), largest);
      },
    },
    {
      operation: `change their own document in ${name}`,
      allowed: MEMBERS,
      run: async (fixtures, actor) => {
        await store(fixtures, IDENTITIES[actor].uid);
        return setDoc(documentAt(fixtures.as(actor), name, IDENTITIES[actor].uid), valid);
      },
    },
    {
      operation: `create another member's document in ${name}`,
      allowed: NOBODY,
      run: async (fixtures, actor) => {
        await clear(fixtures, otherMember(actor).uid);
        return setDoc(documentAt(fixtures.as(actor), name, otherMember(actor).uid), valid);
      },
    },
    {
      operation: `change another member's document in ${name}`,
      allowed: NOBODY,
      run: async (fixtures, actor) => {
        await store(fixtures, otherMember(actor).uid);
        return setDoc(documentAt(fixtures.as(actor), name, otherMember(actor).uid), valid);
      },
    },
    {
      operation: `delete their own document in ${name}`,
      allowed: NOBODY,
      run: async (fixtures, actor) => {
        await store(fixtures, IDENTITIES[actor].uid);
        return deleteDoc(documentAt(fixtures.as(actor), name, IDENTITIES[actor].uid));
      },
    },
  ]);

  describeAttacks(
    `a document in ${name} has a size and its own fields only`,
    refused.map(([what, fields, without]) => ({
      name: `a document ${what} is refused`,
      as: MEMBERS,
      run: async (fixtures, actor) => {
        await clear(fixtures, IDENTITIES[actor].uid);
        return setDoc(documentAt(fixtures.as(actor), name, IDENTITIES[actor].uid), fields);
      },
      without,
    })),
  );

  const disabledAdmin = { isAdmin: true, disabled: true };
  const NOT_DISABLED: RulesChange = { find: "member.disabled == false &&", replace: "" };
  describeAttacks(`a document in ${name} belongs to a member of this collection`, [
    {
      name: "a disabled admin does not read their own document",
      run: async (fixtures) => {
        const uid = await createMember(fixtures, disabledAdmin);
        await store(fixtures, uid);
        return getDoc(documentAt(fixtures.signedIn(uid), name, uid));
      },
      without: NOT_DISABLED,
    },
    {
      name: "a disabled admin does not write their own document",
      run: async (fixtures) => {
        const uid = await createMember(fixtures, disabledAdmin);
        return setDoc(documentAt(fixtures.signedIn(uid), name, uid), valid);
      },
      without: NOT_DISABLED,
    },
    {
      name: "a member does not write such a document over their own member document",
      run: async (fixtures) => {
        const uid = await createMember(fixtures);
        return setDoc(documentAt(fixtures.signedIn(uid), "members", uid), valid);
      },
      without: { find: `match /${name}/{owner} {`, replace: "match /{any}/{owner} {" },
    },
  ]);
}

/** Stores a new member and returns their uid. */
async function createMember(fixtures: RulesFixtures, overrides: Partial<MemberFields> = {}): Promise<string> {
  const uid = newId();
  await seed(fixtures, "members", { ...memberFields("Nele", overrides) }, uid);
  return uid;
}
