import { LIMITS } from "@logbook/domain";
import { collection, deleteDoc, doc, getDoc, getDocs, limit, query, setDoc, Timestamp } from "firebase/firestore";
import { IDENTITIES, MEMBERS, type MemberFields, memberFields, NOBODY, otherMember } from "../shared/actors.ts";
import { type Fields, newId } from "../shared/builders.ts";
import { type Attack, describeAccess, describeAttacks, type RulesChange } from "./expectations.ts";
import type { RulesFixtures } from "./fixtures.ts";
import { seed } from "./seeds.ts";

const NOW = Timestamp.now();
const FOLLOWING = { mode: "all", since: NOW };
/** A map from the ids of `count` reports to this value. */
const mapOfReports = <T>(count: number, value: T): Record<string, T> =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`report-${index}`, value]));
const createViews = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ name: `${index}`, query: "type=bug" }));

/** Documents that the rules of a collection allow or refuse. */
interface OwnCollection {
  valid: Fields;
  /** A document as large as the rules allow. */
  largest: Fields;
  refused: [reason: string, fields: Fields, without: Attack["without"]][];
}

/** The collections that have one document for each member, which only this member reads and writes. */
const OWN_COLLECTIONS: Record<string, OwnCollection> = {
  follows: {
    valid: { reports: mapOfReports(1, FOLLOWING), seen: mapOfReports(1, NOW), seenAt: NOW },
    largest: {
      reports: mapOfReports(LIMITS.followsPerMember, FOLLOWING),
      seen: mapOfReports(LIMITS.seenReports, NOW),
      seenAt: NOW,
    },
    refused: [
      [
        "with an unknown field",
        { reports: {}, isAdmin: true },
        { find: "follows.keys().hasOnly(['reports', 'seen', 'seenAt'])" },
      ],
      [
        `of more than ${LIMITS.followsPerMember} reports`,
        { reports: mapOfReports(LIMITS.followsPerMember + 1, FOLLOWING) },
        { find: "follows.get('reports', {}).size() <= 5000" },
      ],
      [
        `with more than ${LIMITS.seenReports} seen reports`,
        { seen: mapOfReports(LIMITS.seenReports + 1, NOW) },
        { find: "follows.get('seen', {}).size() <= 1000" },
      ],
    ],
  },
  views: {
    valid: { views: createViews(1) },
    largest: { views: createViews(LIMITS.savedViews) },
    refused: [
      ["with an unknown field", { views: [], isAdmin: true }, { find: "request.resource.data.keys() == ['views']" }],
      [
        `with more than ${LIMITS.savedViews} views`,
        { views: createViews(LIMITS.savedViews + 1) },
        { find: "request.resource.data.views.size() <= 20" },
      ],
    ],
  },
};

for (const [collectionName, { valid, largest, refused }] of Object.entries(OWN_COLLECTIONS)) {
  const storeDocument = (fixtures: RulesFixtures, uid: string) => seed(fixtures, collectionName, valid, uid);
  const deleteDocument = (fixtures: RulesFixtures, uid: string) =>
    deleteDoc(doc(fixtures.databaseWithoutRules, collectionName, uid));

  describeAccess(collectionName, [
    {
      operation: `read their own document in ${collectionName}`,
      allowed: MEMBERS,
      run: async (fixtures, actor) => {
        await storeDocument(fixtures, IDENTITIES[actor].uid);
        return getDoc(doc(fixtures.databaseAs(actor), collectionName, IDENTITIES[actor].uid));
      },
    },
    {
      operation: `read another member's document in ${collectionName}`,
      allowed: NOBODY,
      run: async (fixtures, actor) => {
        await storeDocument(fixtures, otherMember(actor).uid);
        return getDoc(doc(fixtures.databaseAs(actor), collectionName, otherMember(actor).uid));
      },
    },
    {
      operation: `list ${collectionName}`,
      allowed: NOBODY,
      run: (fixtures, actor) => getDocs(query(collection(fixtures.databaseAs(actor), collectionName), limit(1))),
    },
    {
      operation: `create their own document in ${collectionName}`,
      allowed: MEMBERS,
      run: async (fixtures, actor) => {
        await deleteDocument(fixtures, IDENTITIES[actor].uid);
        return setDoc(doc(fixtures.databaseAs(actor), collectionName, IDENTITIES[actor].uid), largest);
      },
    },
    {
      operation: `change their own document in ${collectionName}`,
      allowed: MEMBERS,
      run: async (fixtures, actor) => {
        await storeDocument(fixtures, IDENTITIES[actor].uid);
        return setDoc(doc(fixtures.databaseAs(actor), collectionName, IDENTITIES[actor].uid), valid);
      },
    },
    {
      operation: `create another member's document in ${collectionName}`,
      allowed: NOBODY,
      run: async (fixtures, actor) => {
        await deleteDocument(fixtures, otherMember(actor).uid);
        return setDoc(doc(fixtures.databaseAs(actor), collectionName, otherMember(actor).uid), valid);
      },
    },
    {
      operation: `change another member's document in ${collectionName}`,
      allowed: NOBODY,
      run: async (fixtures, actor) => {
        await storeDocument(fixtures, otherMember(actor).uid);
        return setDoc(doc(fixtures.databaseAs(actor), collectionName, otherMember(actor).uid), valid);
      },
    },
    {
      operation: `delete their own document in ${collectionName}`,
      allowed: NOBODY,
      run: async (fixtures, actor) => {
        await storeDocument(fixtures, IDENTITIES[actor].uid);
        return deleteDoc(doc(fixtures.databaseAs(actor), collectionName, IDENTITIES[actor].uid));
      },
    },
  ]);

  describeAttacks(
    `a document in ${collectionName} has a limited size and no other fields`,
    refused.map(([reason, fields, without]) => ({
      name: `a document ${reason} is refused`,
      as: MEMBERS,
      run: async (fixtures, actor) => {
        await deleteDocument(fixtures, IDENTITIES[actor].uid);
        return setDoc(doc(fixtures.databaseAs(actor), collectionName, IDENTITIES[actor].uid), fields);
      },
      without,
    })),
  );

  // Even an admin's rights end with `disabled`.
  const disabledAdmin = { isAdmin: true, disabled: true };
  const NOT_DISABLED: RulesChange = { find: "member.disabled == false &&", replace: "" };
  describeAttacks(`${collectionName}: a disabled member has no access, and the rule applies to no other collection`, [
    {
      name: "a disabled admin does not read their own document",
      run: async (fixtures) => {
        const uid = await createMember(fixtures, disabledAdmin);
        await storeDocument(fixtures, uid);
        return getDoc(doc(fixtures.databaseAsUser(uid), collectionName, uid));
      },
      without: NOT_DISABLED,
    },
    {
      name: "a disabled admin does not write their own document",
      run: async (fixtures) => {
        const uid = await createMember(fixtures, disabledAdmin);
        return setDoc(doc(fixtures.databaseAsUser(uid), collectionName, uid), valid);
      },
      without: NOT_DISABLED,
    },
    {
      name: `a member does not write a document of ${collectionName} over their own member document`,
      run: async (fixtures) => {
        const uid = await createMember(fixtures);
        return setDoc(doc(fixtures.databaseAsUser(uid), "members", uid), valid);
      },
      without: { find: `match /${collectionName}/{owner} {`, replace: "match /{any}/{owner} {" },
    },
  ]);
}

/** Stores a new member and returns their uid. */
async function createMember(fixtures: RulesFixtures, overrides: Partial<MemberFields> = {}): Promise<string> {
  const uid = newId();
  await seed(fixtures, "members", memberFields("Nele", overrides), uid);
  return uid;
}
