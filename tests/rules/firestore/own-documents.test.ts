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
const keysTo = <T>(count: number, value: T): Record<string, T> =>
  Object.fromEntries(Array.from({ length: count }, (_, at) => [`report-${at}`, value]));
const viewsTo = (count: number) => Array.from({ length: count }, (_, at) => ({ name: `${at}`, query: "type=bug" }));

interface Own {
  valid: Fields;
  /** A document as large as the rules allow. */
  largest: Fields;
  refused: [name: string, fields: Fields, without: Attack["without"]][];
}

/** The collections with one document for each member, which only they read and write. */
const OWN: Record<string, Own> = {
  follows: {
    valid: { reports: keysTo(1, FOLLOWING), seen: keysTo(1, NOW), seenAt: NOW },
    largest: {
      reports: keysTo(LIMITS.followsPerMember, FOLLOWING),
      seen: keysTo(LIMITS.seenReports, NOW),
      seenAt: NOW,
    },
    refused: [
      [
        "with another field",
        { reports: {}, isAdmin: true },
        { out: "follows.keys().hasOnly(['reports', 'seen', 'seenAt'])" },
      ],
      [
        `of more than ${LIMITS.followsPerMember} reports`,
        { reports: keysTo(LIMITS.followsPerMember + 1, FOLLOWING) },
        { out: "follows.get('reports', {}).size() <= 5000" },
      ],
      [
        `with more than ${LIMITS.seenReports} seen reports`,
        { seen: keysTo(LIMITS.seenReports + 1, NOW) },
        { out: "follows.get('seen', {}).size() <= 1000" },
      ],
    ],
  },
  views: {
    valid: { views: viewsTo(1) },
    largest: { views: viewsTo(LIMITS.savedViews) },
    refused: [
      ["with another field", { views: [], isAdmin: true }, { out: "request.resource.data.keys() == ['views']" }],
      [
        `with more than ${LIMITS.savedViews} views`,
        { views: viewsTo(LIMITS.savedViews + 1) },
        { out: "request.resource.data.views.size() <= 20" },
      ],
    ],
  },
};

const at = (firestore: Firestore, name: string, uid: string) => doc(firestore, name, uid);

for (const [name, { valid, largest, refused }] of Object.entries(OWN)) {
  const store = (fixtures: RulesFixtures, uid: string) => seed(fixtures, name, valid, uid);
  const clear = (fixtures: RulesFixtures, uid: string) => deleteDoc(at(fixtures.stored, name, uid));

  describeAccess(name, [
    {
      operation: `read their own document in ${name}`,
      allowed: MEMBERS,
      run: async (fixtures, actor) => {
        await store(fixtures, IDENTITIES[actor].uid);
        return getDoc(at(fixtures.as(actor), name, IDENTITIES[actor].uid));
      },
    },
    {
      operation: `read another member's document in ${name}`,
      allowed: NOBODY,
      run: async (fixtures, actor) => {
        await store(fixtures, otherMember(actor).uid);
        return getDoc(at(fixtures.as(actor), name, otherMember(actor).uid));
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
        return setDoc(at(fixtures.as(actor), name, IDENTITIES[actor].uid), largest);
      },
    },
    {
      operation: `change their own document in ${name}`,
      allowed: MEMBERS,
      run: async (fixtures, actor) => {
        await store(fixtures, IDENTITIES[actor].uid);
        return setDoc(at(fixtures.as(actor), name, IDENTITIES[actor].uid), valid);
      },
    },
    {
      operation: `create another member's document in ${name}`,
      allowed: NOBODY,
      run: async (fixtures, actor) => {
        await clear(fixtures, otherMember(actor).uid);
        return setDoc(at(fixtures.as(actor), name, otherMember(actor).uid), valid);
      },
    },
    {
      operation: `change another member's document in ${name}`,
      allowed: NOBODY,
      run: async (fixtures, actor) => {
        await store(fixtures, otherMember(actor).uid);
        return setDoc(at(fixtures.as(actor), name, otherMember(actor).uid), valid);
      },
    },
    {
      operation: `delete their own document in ${name}`,
      allowed: NOBODY,
      run: async (fixtures, actor) => {
        await store(fixtures, IDENTITIES[actor].uid);
        return deleteDoc(at(fixtures.as(actor), name, IDENTITIES[actor].uid));
      },
    },
  ]);

  describeAttacks(
    `a document in ${name} has a size and its own fields only`,
    refused.map(([what, fields, without]) => ({
      name: `one ${what} is refused`,
      as: MEMBERS,
      run: async (fixtures, actor) => {
        await clear(fixtures, IDENTITIES[actor].uid);
        return setDoc(at(fixtures.as(actor), name, IDENTITIES[actor].uid), fields);
      },
      without,
    })),
  );

  const disabledAdmin = { isAdmin: true, disabled: true };
  const enabled: RulesChange = { out: "member.disabled == false &&", in: "" };
  describeAttacks(`a document in ${name} belongs to a member of this collection`, [
    {
      name: "a disabled admin does not read their own",
      run: async (fixtures) => {
        const uid = await createMember(fixtures, disabledAdmin);
        await store(fixtures, uid);
        return getDoc(at(fixtures.signedIn(uid), name, uid));
      },
      without: enabled,
    },
    {
      name: "a disabled admin does not write their own",
      run: async (fixtures) => {
        const uid = await createMember(fixtures, disabledAdmin);
        return setDoc(at(fixtures.signedIn(uid), name, uid), valid);
      },
      without: enabled,
    },
    {
      name: "a member does not write such a document over their own in members",
      run: async (fixtures) => {
        const uid = await createMember(fixtures);
        return setDoc(at(fixtures.signedIn(uid), "members", uid), valid);
      },
      without: { out: `match /${name}/{owner} {`, in: "match /{any}/{owner} {" },
    },
  ]);
}

/** Stores a new member and returns their uid. */
async function createMember(fixtures: RulesFixtures, overrides: Partial<MemberFields> = {}): Promise<string> {
  const uid = newId();
  await seed(fixtures, "members", { ...memberFields("Nele", overrides) }, uid);
  return uid;
}
