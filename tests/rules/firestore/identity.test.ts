import { assertFails, assertSucceeds } from "@firebase/rules-unit-testing";
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
import { describe, test } from "vitest";
import { type MemberFields, memberFields, PEOPLE, type Person, SIGNED_IN_AT } from "../shared/actors.ts";
import { amend, commit, fileIssue, newId, remove, step } from "../shared/builders.ts";
import { type Attack, describeAttacks, type Edit } from "./expectations.ts";
import { type RulesFixtures, useFixtures } from "./fixtures.ts";
import { seed, seedIssue, seedTrash } from "./seeds.ts";

const { member } = PEOPLE;

/** A new member, signed in at `SIGNED_IN_AT`. */
async function enrol(
  fixtures: RulesFixtures,
  overrides: Partial<MemberFields> = {},
): Promise<{ uid: string; username: string }> {
  const who = { uid: newId(), username: "Nele" };
  await seed(fixtures, "members", { ...memberFields(who.username, overrides) }, who.uid);
  return who;
}

const readIssues = (db: Firestore) => getDocs(query(collection(db, "issues"), limit(1)));

const NOT_DISABLED: Edit = { out: "member.disabled == false &&", in: "" };
const NOT_SIGNED_OUT: Edit = { out: "&& openedSince(member.validSince)", in: "" };
const ANYBODY: Edit = {
  out: "return member.disabled == false && openedSince(member.validSince);",
  in: "return true;",
};
const IS_ADMIN: Edit = { out: "isMember() && me().isAdmin == true", in: "isMember()" };

const reading = (name: string, person: Person, without: Edit): Attack => ({
  name,
  run: async (fixtures) => {
    await seedIssue(fixtures);
    return readIssues(fixtures.as(person));
  },
  without,
});

describeAttacks("who counts as a member", [
  reading("a guest reads nothing", "guest", ANYBODY),
  reading("a stranger, signed up to Auth with the public key, reads nothing", "stranger", ANYBODY),
  reading("a disabled member reads nothing", "disabled member", NOT_DISABLED),
  reading("a member signed out everywhere reads nothing with an older sign-in", "signed-out member", NOT_SIGNED_OUT),
  ...[null, 0, "", "false", "no"].map(
    (disabled): Attack => ({
      name: `a member whose document says ${JSON.stringify(disabled)} for disabled reads nothing`,
      run: async (fixtures) => {
        const { uid } = await enrol(fixtures, { disabled: disabled as unknown as boolean });
        return readIssues(fixtures.signedIn(uid));
      },
      without: NOT_DISABLED,
    }),
  ),
  {
    name: "a deleted member's token reads nothing",
    run: async (fixtures) => {
      const { uid } = await enrol(fixtures);
      await deleteDoc(doc(fixtures.stored, "members", uid));
      return readIssues(fixtures.signedIn(uid));
    },
    without: ANYBODY,
  },
  {
    name: "a member's token that the API did not open a session with reads nothing, however new",
    run: async (fixtures) =>
      readIssues(fixtures.signedIn((await enrol(fixtures)).uid, { opened: undefined, auth_time: SIGNED_IN_AT })),
    without: NOT_SIGNED_OUT,
  },
  {
    name: "a member's token with a text for the moment of opening reads nothing",
    run: async (fixtures) => readIssues(fixtures.signedIn((await enrol(fixtures)).uid, { opened: `${SIGNED_IN_AT}` })),
    without: NOT_SIGNED_OUT,
  },
  {
    name: "a stranger's token that claims to be an admin's gains nothing",
    run: async (fixtures) =>
      readIssues(fixtures.signedIn(newId(), { admin: true, isAdmin: true, name: "Ada", email: "ada@members.invalid" })),
    without: ANYBODY,
  },
]);

describeAttacks("who counts as an admin", [
  {
    name: "a demoted admin's old token moves no status",
    run: async (fixtures) => {
      const who = await enrol(fixtures, { isAdmin: true });
      const db = fixtures.signedIn(who.uid, { isAdmin: true });
      await commit(db, step(who, (await seedIssue(fixtures)).id, "IN_PROGRESS"));
      await setDoc(doc(fixtures.stored, "members", who.uid), memberFields(who.username));
      return commit(db, step(who, (await seedIssue(fixtures)).id, "IN_PROGRESS"));
    },
    without: IS_ADMIN,
  },
  {
    name: "a demoted admin's old token deletes nothing",
    run: async (fixtures) => {
      const who = await enrol(fixtures, { isAdmin: true });
      const db = fixtures.signedIn(who.uid, { isAdmin: true });
      await setDoc(doc(fixtures.stored, "members", who.uid), memberFields(who.username));
      const { id, fields } = await seedIssue(fixtures);
      return commit(db, remove(who, id, fields));
    },
    without: IS_ADMIN,
  },
  {
    name: "a member's token that claims to be an admin's sees no trash",
    run: async (fixtures) => {
      const { id } = await seedTrash(fixtures);
      return getDoc(doc(fixtures.signedIn(member.uid, { admin: true, isAdmin: true }), "trash", id));
    },
    without: IS_ADMIN,
  },
  ...[null, 1, "", "true", "yes"].map(
    (isAdmin): Attack => ({
      name: `a member whose document says ${JSON.stringify(isAdmin)} for isAdmin sees no trash`,
      run: async (fixtures) => {
        const { uid } = await enrol(fixtures, { isAdmin: isAdmin as unknown as boolean });
        return getDoc(doc(fixtures.signedIn(uid), "trash", (await seedTrash(fixtures)).id));
      },
      without: IS_ADMIN,
    }),
  ),
  {
    name: "a disabled admin sees no trash",
    run: async (fixtures) => {
      const who = await enrol(fixtures, { isAdmin: true, disabled: true });
      return getDoc(doc(fixtures.signedIn(who.uid), "trash", (await seedTrash(fixtures)).id));
    },
    without: { out: "isMember() && me().isAdmin == true", in: "me().isAdmin == true" },
  },
  {
    name: "an admin signed out everywhere deletes nothing with an older sign-in",
    run: async (fixtures) => {
      const who = await enrol(fixtures, { isAdmin: true, validSince: new Timestamp(SIGNED_IN_AT + 1, 0) });
      const { id, fields } = await seedIssue(fixtures);
      return commit(fixtures.signedIn(who.uid), remove(who, id, fields));
    },
    without: NOT_SIGNED_OUT,
  },
  {
    name: "a disabled admin moves no status",
    run: async (fixtures) => {
      const who = await enrol(fixtures, { isAdmin: true, disabled: true });
      return commit(fixtures.signedIn(who.uid), step(who, (await seedIssue(fixtures)).id, "IN_PROGRESS"));
    },
    without: NOT_DISABLED,
  },
]);

describeAttacks("a name changed through Auth changes nothing here", [
  {
    name: "a report under the name in one's token is refused",
    run: (fixtures) => {
      const db = fixtures.signedIn(member.uid, { name: "Ada", email: "ada@members.invalid" });
      return commit(db, fileIssue({ ...member, username: "Ada" }, newId()));
    },
    without: { out: "issue.reporter == me().username" },
  },
  {
    name: "an amendment under the name in one's token is refused",
    run: async (fixtures) => {
      const db = fixtures.signedIn(member.uid, { name: "Ada" });
      return commit(db, amend({ ...member, username: "Ada" }, (await seedIssue(fixtures)).id, newId()));
    },
    without: { out: "amendment.createdBy == me().username" },
  },
]);

/** What a condition guards, tried by one it keeps out. */
const door = (
  name: string,
  person: Person,
  open: (db: Firestore, fixtures: RulesFixtures) => Promise<unknown>,
  without: Edit,
): Attack => ({
  name,
  run: (fixtures) => open(fixtures.as(person), fixtures),
  without,
});
const opened = (door: string, condition: string): Edit => ({ out: `${door} ${condition};`, in: `${door} true;` });
const unlocked = (door: string, next: string): Edit => ({
  out: `${door} isMember() && ${next}`,
  in: `${door} ${next}`,
});
/** A report and the board change only together, so either lock keeps both shut. */
const BOARD_LOCK = unlocked("allow update: if", "changedFields()");
const history = { issueId: "i1", kind: "status", from: "OPEN", to: "TESTING", by: "ada", at: Timestamp.now() };

describeAttacks("every door has a lock of its own", [
  door(
    "a stranger gets no report",
    "stranger",
    async (db, fixtures) => getDoc(doc(db, "issues", (await seedIssue(fixtures)).id)),
    opened("match /issues/{id} {\n      allow read: if", "isMember()"),
  ),
  door(
    "a stranger gets no history entry",
    "stranger",
    async (db, fixtures) => getDoc(doc(db, "history", (await seed(fixtures, "history", history)).id)),
    opened("match /history/{event} {\n      allow read: if", "isMember()"),
  ),
  door(
    "a stranger gets no board",
    "stranger",
    (db) => getDoc(doc(db, "boards/main")),
    opened("allow get: if", "isMember()"),
  ),
  door(
    "a member gets no trash entry",
    "member",
    async (db, fixtures) => getDoc(doc(db, "trash", (await seedTrash(fixtures)).id)),
    opened("match /trash/{id} {\n      allow read: if", "isAdmin()"),
  ),
  door(
    "a member lists no members",
    "member",
    (db) => getDocs(collection(db, "members")),
    opened("allow list: if", "isAdmin()"),
  ),
  door("a member gets no other's member document", "member", (db) => getDoc(doc(db, "members", PEOPLE.admin.uid)), {
    out: "(memberId == uid() || isAdmin())",
  }),
  door(
    "a disabled member does not get their own member document",
    "disabled member",
    (db) => getDoc(doc(db, "members", PEOPLE["disabled member"].uid)),
    { out: "isMember() && (memberId == uid() || isAdmin())", in: "memberId == uid()" },
  ),
  {
    name: "a disabled admin does not get their own member document",
    run: async (fixtures) => {
      const { uid } = await enrol(fixtures, { isAdmin: true, disabled: true });
      return getDoc(doc(fixtures.signedIn(uid), "members", uid));
    },
    without: { out: "isMember() && (memberId == uid() || isAdmin())", in: "memberId == uid()" },
  },
  {
    name: "a disabled member files no report",
    run: (fixtures) => {
      const person = "disabled member";
      return commit(fixtures.as(person), fileIssue(PEOPLE[person], newId()));
    },
    without: [unlocked("allow create: if", "boardMovesOn(id)"), BOARD_LOCK],
  },
  {
    name: "a disabled member amends nothing",
    run: async (fixtures) => {
      const person = "disabled member";
      return commit(fixtures.as(person), amend(PEOPLE[person], (await seedIssue(fixtures)).id, newId()));
    },
    without: [unlocked("allow update: if", "boardMovesOn(id)"), BOARD_LOCK],
  },
]);

describe("signing in again", () => {
  const fixtures = useFixtures();
  const validSince = (seconds: number, nanoseconds = 0) => ({ validSince: new Timestamp(seconds, nanoseconds) });

  test("a member signed out everywhere is back with a newer sign-in", async () => {
    const { uid } = await enrol(fixtures(), validSince(SIGNED_IN_AT + 30));
    await assertFails(readIssues(fixtures().signedIn(uid)));
    await assertFails(readIssues(fixtures().signedIn(uid, { opened: SIGNED_IN_AT + 29 })));
    await assertSucceeds(readIssues(fixtures().signedIn(uid, { opened: SIGNED_IN_AT + 30 })));
  });

  test("a session counts from when its member proved who they are, however late its token was exchanged", async () => {
    const { uid } = await enrol(fixtures(), validSince(SIGNED_IN_AT + 30));
    const opened = (seconds: number) => fixtures().signedIn(uid, { auth_time: SIGNED_IN_AT + 60, opened: seconds });
    await assertFails(readIssues(opened(SIGNED_IN_AT + 29)));
    await assertSucceeds(readIssues(opened(SIGNED_IN_AT + 30)));
  });

  test("a session opened within the second of validSince counts, for tokens have whole seconds", async () => {
    const { uid } = await enrol(fixtures(), validSince(SIGNED_IN_AT, 900_000_000));
    await assertSucceeds(readIssues(fixtures().signedIn(uid)));
  });

  test("a member enabled again is back at once, with the same token", async () => {
    const { uid } = await enrol(fixtures(), { disabled: true });
    const db = fixtures().signedIn(uid);
    await assertFails(readIssues(db));
    await setDoc(doc(fixtures().stored, "members", uid), memberFields("Nele"));
    await assertSucceeds(readIssues(db));
  });
});
