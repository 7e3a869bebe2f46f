import { assertFails, assertSucceeds } from "@firebase/rules-unit-testing";
import {
  collection,
  deleteDoc,
  deleteField,
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
import { type Actor, IDENTITIES, type MemberFields, memberFields, SIGNED_IN_AT } from "../shared/actors.ts";
import { amend, commit, fileIssue, newId, remove, step } from "../shared/builders.ts";
import { type Attack, describeAttacks, type RulesChange } from "./expectations.ts";
import { type RulesFixtures, useFixtures } from "./fixtures.ts";
import { seed, seedIssue, seedTrash } from "./seeds.ts";

const { member } = IDENTITIES;

/** A new member, signed in at `SIGNED_IN_AT`. */
async function createMember(
  fixtures: RulesFixtures,
  overrides: Partial<MemberFields> = {},
): Promise<{ uid: string; username: string }> {
  const newMember = { uid: newId(), username: "Nele" };
  await seed(fixtures, "members", { ...memberFields(newMember.username, overrides) }, newMember.uid);
  return newMember;
}

const readIssues = (db: Firestore) => getDocs(query(collection(db, "issues"), limit(1)));

const NOT_DISABLED: RulesChange = { find: "member.disabled == false &&", replace: "" };
const NOT_SIGNED_OUT: RulesChange = { find: "&& openedSince(member.validSince)", replace: "" };
const ANYBODY: RulesChange = {
  find: "return member.disabled == false && openedSince(member.validSince);",
  replace: "return true;",
};
const IS_ADMIN: RulesChange = { find: "isMember() && me().isAdmin == true", replace: "isMember()" };

const tryRead = (name: string, actor: Actor, without: RulesChange): Attack => ({
  name,
  run: async (fixtures) => {
    await seedIssue(fixtures);
    return readIssues(fixtures.as(actor));
  },
  without,
});

describeAttacks("membership", [
  tryRead("a guest reads nothing", "guest", ANYBODY),
  tryRead("a stranger, signed up to Auth with the public key, reads nothing", "stranger", ANYBODY),
  tryRead("a disabled member reads nothing", "disabled member", NOT_DISABLED),
  tryRead("a member signed out everywhere reads nothing with an older session", "signed-out member", NOT_SIGNED_OUT),
  ...[null, 0, "", "false", "no"].map(
    (disabled): Attack => ({
      name: `a member whose document has ${JSON.stringify(disabled)} as disabled reads nothing`,
      run: async (fixtures) => {
        const { uid } = await createMember(fixtures, { disabled: disabled as unknown as boolean });
        return readIssues(fixtures.signedIn(uid));
      },
      without: NOT_DISABLED,
    }),
  ),
  {
    name: "a deleted member's token reads nothing",
    run: async (fixtures) => {
      const { uid } = await createMember(fixtures);
      await deleteDoc(doc(fixtures.stored, "members", uid));
      return readIssues(fixtures.signedIn(uid));
    },
    without: ANYBODY,
  },
  {
    name: "a member's new token without a session opened by the API reads nothing",
    run: async (fixtures) =>
      readIssues(fixtures.signedIn((await createMember(fixtures)).uid, { opened: undefined, auth_time: SIGNED_IN_AT })),
    without: NOT_SIGNED_OUT,
  },
  {
    name: "a member's token with a text as its session's start reads nothing",
    run: async (fixtures) =>
      readIssues(fixtures.signedIn((await createMember(fixtures)).uid, { opened: `${SIGNED_IN_AT}` })),
    without: NOT_SIGNED_OUT,
  },
  {
    name: "a stranger's token with an admin's claims reads nothing",
    run: async (fixtures) =>
      readIssues(fixtures.signedIn(newId(), { admin: true, isAdmin: true, name: "Ada", email: "ada@members.invalid" })),
    without: ANYBODY,
  },
]);

describeAttacks("the admin role", [
  {
    name: "a demoted admin's old token changes no status",
    run: async (fixtures) => {
      const demoted = await createMember(fixtures, { isAdmin: true });
      const db = fixtures.signedIn(demoted.uid, { isAdmin: true });
      await commit(db, step(demoted, (await seedIssue(fixtures)).id, "IN_PROGRESS"));
      await setDoc(doc(fixtures.stored, "members", demoted.uid), memberFields(demoted.username));
      const unmarked = { handledByAdmin: deleteField() };
      return commit(db, step(demoted, (await seedIssue(fixtures)).id, "IN_PROGRESS", unmarked));
    },
    without: IS_ADMIN,
  },
  {
    name: "a demoted admin's old token deletes nothing",
    run: async (fixtures) => {
      const demoted = await createMember(fixtures, { isAdmin: true });
      const db = fixtures.signedIn(demoted.uid, { isAdmin: true });
      await setDoc(doc(fixtures.stored, "members", demoted.uid), memberFields(demoted.username));
      const { id, fields } = await seedIssue(fixtures);
      return commit(db, remove(demoted, id, fields));
    },
    without: IS_ADMIN,
  },
  {
    name: "a member's token with an admin's claims reads no trash entry",
    run: async (fixtures) => {
      const { id } = await seedTrash(fixtures);
      return getDoc(doc(fixtures.signedIn(member.uid, { admin: true, isAdmin: true }), "trash", id));
    },
    without: IS_ADMIN,
  },
  ...[null, 1, "", "true", "yes"].map(
    (isAdmin): Attack => ({
      name: `a member whose document has ${JSON.stringify(isAdmin)} as isAdmin reads no trash entry`,
      run: async (fixtures) => {
        const { uid } = await createMember(fixtures, { isAdmin: isAdmin as unknown as boolean });
        return getDoc(doc(fixtures.signedIn(uid), "trash", (await seedTrash(fixtures)).id));
      },
      without: IS_ADMIN,
    }),
  ),
  {
    name: "a disabled admin reads no trash entry",
    run: async (fixtures) => {
      const disabled = await createMember(fixtures, { isAdmin: true, disabled: true });
      return getDoc(doc(fixtures.signedIn(disabled.uid), "trash", (await seedTrash(fixtures)).id));
    },
    without: { find: "isMember() && me().isAdmin == true", replace: "me().isAdmin == true" },
  },
  {
    name: "an admin signed out everywhere deletes nothing with an older session",
    run: async (fixtures) => {
      const signedOut = await createMember(fixtures, { isAdmin: true, validSince: new Timestamp(SIGNED_IN_AT + 1, 0) });
      const { id, fields } = await seedIssue(fixtures);
      return commit(fixtures.signedIn(signedOut.uid), remove(signedOut, id, fields));
    },
    without: NOT_SIGNED_OUT,
  },
  {
    name: "a disabled admin changes no status",
    run: async (fixtures) => {
      const disabledAdmin = await createMember(fixtures, { isAdmin: true, disabled: true });
      return commit(
        fixtures.signedIn(disabledAdmin.uid),
        step(disabledAdmin, (await seedIssue(fixtures)).id, "IN_PROGRESS"),
      );
    },
    without: NOT_DISABLED,
  },
]);

describeAttacks("a name changed through Auth has no effect", [
  {
    name: "a report under the name in the token is refused",
    run: (fixtures) => {
      const db = fixtures.signedIn(member.uid, { name: "Ada", email: "ada@members.invalid" });
      return commit(db, fileIssue({ ...member, username: "Ada" }, newId()));
    },
    without: { find: "issue.reporter == me().username" },
  },
  {
    name: "an amendment under the name in the token is refused",
    run: async (fixtures) => {
      const db = fixtures.signedIn(member.uid, { name: "Ada" });
      return commit(db, amend({ ...member, username: "Ada" }, (await seedIssue(fixtures)).id, newId()));
    },
    without: { find: "amendment.createdBy == me().username" },
  },
]);

/** An operation that one condition guards, tried by somebody whom it refuses. */
const guardedOperation = (
  name: string,
  actor: Actor,
  operation: (db: Firestore, fixtures: RulesFixtures) => Promise<unknown>,
  without: RulesChange,
): Attack => ({
  name,
  run: (fixtures) => operation(fixtures.as(actor), fixtures),
  without,
});
const allowAnyone = (allow: string, condition: string): RulesChange => ({
  find: `${allow} ${condition};`,
  replace: `${allow} true;`,
});
const withoutMembership = (allow: string, next: string): RulesChange => ({
  find: `${allow} isMember() && ${next}`,
  replace: `${allow} ${next}`,
});
/** A report and the board change only together, so either condition protects both. */
const BOARD_MEMBERSHIP = withoutMembership("allow update: if", "changedFields()");
const history = { issueId: "i1", kind: "status", from: "OPEN", to: "TESTING", by: "ada", at: Timestamp.now() };

describeAttacks("every read and write has its own condition", [
  guardedOperation(
    "a stranger gets no report",
    "stranger",
    async (db, fixtures) => getDoc(doc(db, "issues", (await seedIssue(fixtures)).id)),
    allowAnyone("match /issues/{id} {\n      allow read: if", "isMember()"),
  ),
  guardedOperation(
    "a stranger gets no history entry",
    "stranger",
    async (db, fixtures) => getDoc(doc(db, "history", (await seed(fixtures, "history", history)).id)),
    allowAnyone("match /history/{event} {\n      allow read: if", "isMember()"),
  ),
  guardedOperation(
    "a stranger gets no board",
    "stranger",
    (db) => getDoc(doc(db, "boards/main")),
    allowAnyone("allow get: if", "isMember()"),
  ),
  guardedOperation(
    "a member gets no trash entry",
    "member",
    async (db, fixtures) => getDoc(doc(db, "trash", (await seedTrash(fixtures)).id)),
    allowAnyone("match /trash/{id} {\n      allow read: if", "isAdmin()"),
  ),
  guardedOperation(
    "a member lists no members",
    "member",
    (db) => getDocs(collection(db, "members")),
    allowAnyone("allow list: if", "isAdmin()"),
  ),
  guardedOperation(
    "a member gets no other member's document",
    "member",
    (db) => getDoc(doc(db, "members", IDENTITIES.admin.uid)),
    {
      find: "(memberId == uid() || isAdmin())",
    },
  ),
  guardedOperation(
    "a disabled member does not get their own member document",
    "disabled member",
    (db) => getDoc(doc(db, "members", IDENTITIES["disabled member"].uid)),
    { find: "isMember() && (memberId == uid() || isAdmin())", replace: "memberId == uid()" },
  ),
  {
    name: "a disabled admin does not get their own member document",
    run: async (fixtures) => {
      const { uid } = await createMember(fixtures, { isAdmin: true, disabled: true });
      return getDoc(doc(fixtures.signedIn(uid), "members", uid));
    },
    without: { find: "isMember() && (memberId == uid() || isAdmin())", replace: "memberId == uid()" },
  },
  {
    name: "a disabled member files no report",
    run: (fixtures) => {
      const actor = "disabled member";
      return commit(fixtures.as(actor), fileIssue(IDENTITIES[actor], newId()));
    },
    without: [withoutMembership("allow create: if", "boardMovesOn(id)"), BOARD_MEMBERSHIP],
  },
  {
    name: "a disabled member amends nothing",
    run: async (fixtures) => {
      const actor = "disabled member";
      return commit(fixtures.as(actor), amend(IDENTITIES[actor], (await seedIssue(fixtures)).id, newId()));
    },
    without: [withoutMembership("allow update: if", "boardMovesOn(id)"), BOARD_MEMBERSHIP],
  },
]);

describe("a later session", () => {
  const fixtures = useFixtures();
  const validSince = (seconds: number, nanoseconds = 0) => ({ validSince: new Timestamp(seconds, nanoseconds) });

  test("a member signed out everywhere has access with a newer session", async () => {
    const { uid } = await createMember(fixtures(), validSince(SIGNED_IN_AT + 30));
    await assertFails(readIssues(fixtures().signedIn(uid)));
    await assertFails(readIssues(fixtures().signedIn(uid, { opened: SIGNED_IN_AT + 29 })));
    await assertSucceeds(readIssues(fixtures().signedIn(uid, { opened: SIGNED_IN_AT + 30 })));
  });

  test("a session starts when the API opened it, however late its token was exchanged", async () => {
    const { uid } = await createMember(fixtures(), validSince(SIGNED_IN_AT + 30));
    const opened = (seconds: number) => fixtures().signedIn(uid, { auth_time: SIGNED_IN_AT + 60, opened: seconds });
    await assertFails(readIssues(opened(SIGNED_IN_AT + 29)));
    await assertSucceeds(readIssues(opened(SIGNED_IN_AT + 30)));
  });

  test("a session opened in the same second as validSince is valid, because tokens have whole seconds", async () => {
    const { uid } = await createMember(fixtures(), validSince(SIGNED_IN_AT, 900_000_000));
    await assertSucceeds(readIssues(fixtures().signedIn(uid)));
  });

  test("an enabled member has access at once with the same token", async () => {
    const { uid } = await createMember(fixtures(), { disabled: true });
    const db = fixtures().signedIn(uid);
    await assertFails(readIssues(db));
    await setDoc(doc(fixtures().stored, "members", uid), memberFields("Nele"));
    await assertSucceeds(readIssues(db));
  });
});
