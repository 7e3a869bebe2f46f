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
import {
  type Actor,
  IDENTITIES,
  type Identity,
  type MemberFields,
  memberFields,
  SIGNED_IN_AT,
} from "../shared/actors.ts";
import { amendmentWrites, commit, deletionWrites, newId, newReportWrites, stepWrites } from "../shared/builders.ts";
import { type Attack, describeAttacks, type RulesChange } from "./expectations.ts";
import { type RulesFixtures, useFixtures } from "./fixtures.ts";
import { seed, seedReport, seedTrash } from "./seeds.ts";

const { member } = IDENTITIES;

/** Stores a new member. */
async function createMember(fixtures: RulesFixtures, overrides: Partial<MemberFields> = {}): Promise<Identity> {
  const newMember = { uid: newId(), username: "Nele" };
  await seed(fixtures, "members", memberFields(newMember.username, overrides), newMember.uid);
  return newMember;
}

const removeAdminRole = (fixtures: RulesFixtures, { uid, username }: Identity) =>
  setDoc(doc(fixtures.databaseWithoutRules, "members", uid), memberFields(username));

const readReports = (db: Firestore) => getDocs(query(collection(db, "issues"), limit(1)));

// Conditions of firestore.rules, each named after what it checks. Tests replace each by `replace`, by default `true`.
const NOT_DISABLED: RulesChange = { find: "member.disabled == false &&", replace: "" };
const NOT_SIGNED_OUT: RulesChange = { find: "&& openedSince(member.validSince)", replace: "" };
const IS_MEMBER: RulesChange = {
  find: "return member.disabled == false && openedSince(member.validSince);",
  replace: "return true;",
};
const IS_ADMIN: RulesChange = { find: "isMember() && me().isAdmin == true", replace: "isMember()" };

/** An attempt of this actor to list the reports, which only the condition `without` refuses. */
const refusedRead = (name: string, actor: Actor, without: RulesChange): Attack => ({
  name,
  run: async (fixtures) => {
    await seedReport(fixtures);
    return readReports(fixtures.databaseAs(actor));
  },
  without,
});

describeAttacks("membership", [
  refusedRead("a guest reads no report", "guest", IS_MEMBER),
  refusedRead("a stranger, who signed up to Auth with the public API key, reads no report", "stranger", IS_MEMBER),
  refusedRead("a disabled member reads no report", "disabled member", NOT_DISABLED),
  refusedRead(
    "a member signed out everywhere reads no report with an older session",
    "signed-out member",
    NOT_SIGNED_OUT,
  ),
  ...[null, 0, "", "false", "no"].map(
    (disabled): Attack => ({
      name: `a member whose document has ${JSON.stringify(disabled)} as disabled reads no report`,
      run: async (fixtures) => {
        const { uid } = await createMember(fixtures, { disabled: disabled as unknown as boolean });
        return readReports(fixtures.databaseAsUser(uid));
      },
      without: NOT_DISABLED,
    }),
  ),
  {
    name: "a deleted member's token reads no report",
    run: async (fixtures) => {
      const { uid } = await createMember(fixtures);
      await deleteDoc(doc(fixtures.databaseWithoutRules, "members", uid));
      return readReports(fixtures.databaseAsUser(uid));
    },
    without: IS_MEMBER,
  },
  {
    name: "a member's new token without a session opened by the API reads no report",
    run: async (fixtures) =>
      readReports(
        fixtures.databaseAsUser((await createMember(fixtures)).uid, { opened: undefined, auth_time: SIGNED_IN_AT }),
      ),
    without: NOT_SIGNED_OUT,
  },
  {
    name: "a member's token with a text as its session's start reads no report",
    run: async (fixtures) =>
      readReports(fixtures.databaseAsUser((await createMember(fixtures)).uid, { opened: `${SIGNED_IN_AT}` })),
    without: NOT_SIGNED_OUT,
  },
  {
    name: "a stranger's token with an admin's claims reads no report",
    run: async (fixtures) =>
      readReports(
        fixtures.databaseAsUser(newId(), { admin: true, isAdmin: true, name: "Ada", email: "ada@members.invalid" }),
      ),
    without: IS_MEMBER,
  },
]);

describeAttacks("the admin role", [
  {
    name: "a demoted admin's old token changes no status",
    run: async (fixtures) => {
      const demotedAdmin = await createMember(fixtures, { isAdmin: true });
      const db = fixtures.databaseAsUser(demotedAdmin.uid, { isAdmin: true });
      // Before the demotion the same token may make a step.
      await commit(db, stepWrites(demotedAdmin, (await seedReport(fixtures)).id, "IN_PROGRESS"));
      await removeAdminRole(fixtures, demotedAdmin);
      // Leave out `handledByAdmin`, which only admins may set: it would be a second reason to refuse the step.
      const unmarked = { handledByAdmin: deleteField() };
      return commit(db, stepWrites(demotedAdmin, (await seedReport(fixtures)).id, "IN_PROGRESS", unmarked));
    },
    without: IS_ADMIN,
  },
  {
    name: "a demoted admin's old token deletes nothing",
    run: async (fixtures) => {
      const demotedAdmin = await createMember(fixtures, { isAdmin: true });
      const db = fixtures.databaseAsUser(demotedAdmin.uid, { isAdmin: true });
      await removeAdminRole(fixtures, demotedAdmin);
      const { id, fields } = await seedReport(fixtures);
      return commit(db, deletionWrites(demotedAdmin, id, fields));
    },
    without: IS_ADMIN,
  },
  {
    name: "a member's token with an admin's claims reads no trash entry",
    run: async (fixtures) => {
      const { id } = await seedTrash(fixtures);
      return getDoc(doc(fixtures.databaseAsUser(member.uid, { admin: true, isAdmin: true }), "trash", id));
    },
    without: IS_ADMIN,
  },
  ...[null, 1, "", "true", "yes"].map(
    (isAdmin): Attack => ({
      name: `a member whose document has ${JSON.stringify(isAdmin)} as isAdmin reads no trash entry`,
      run: async (fixtures) => {
        const { uid } = await createMember(fixtures, { isAdmin: isAdmin as unknown as boolean });
        return getDoc(doc(fixtures.databaseAsUser(uid), "trash", (await seedTrash(fixtures)).id));
      },
      without: IS_ADMIN,
    }),
  ),
  {
    name: "a disabled admin reads no trash entry",
    run: async (fixtures) => {
      const { uid } = await createMember(fixtures, { isAdmin: true, disabled: true });
      return getDoc(doc(fixtures.databaseAsUser(uid), "trash", (await seedTrash(fixtures)).id));
    },
    without: { find: "isMember() && me().isAdmin == true", replace: "me().isAdmin == true" },
  },
  {
    name: "an admin signed out everywhere deletes nothing with an older session",
    run: async (fixtures) => {
      const signedOutAdmin = await createMember(fixtures, {
        isAdmin: true,
        validSince: new Timestamp(SIGNED_IN_AT + 1, 0),
      });
      const { id, fields } = await seedReport(fixtures);
      return commit(fixtures.databaseAsUser(signedOutAdmin.uid), deletionWrites(signedOutAdmin, id, fields));
    },
    without: NOT_SIGNED_OUT,
  },
  {
    name: "a disabled admin changes no status",
    run: async (fixtures) => {
      const disabledAdmin = await createMember(fixtures, { isAdmin: true, disabled: true });
      return commit(
        fixtures.databaseAsUser(disabledAdmin.uid),
        stepWrites(disabledAdmin, (await seedReport(fixtures)).id, "IN_PROGRESS"),
      );
    },
    without: NOT_DISABLED,
  },
]);

describeAttacks("a name that a member gave themselves at Auth has no effect", [
  {
    name: "a report under the name in the token is refused",
    run: (fixtures) => {
      const db = fixtures.databaseAsUser(member.uid, { name: "Ada", email: "ada@members.invalid" });
      return commit(db, newReportWrites({ ...member, username: "Ada" }, newId()));
    },
    without: { find: "issue.reporter == me().username" },
  },
  {
    name: "an amendment under the name in the token is refused",
    run: async (fixtures) => {
      const db = fixtures.databaseAsUser(member.uid, { name: "Ada" });
      return commit(db, amendmentWrites({ ...member, username: "Ada" }, (await seedReport(fixtures)).id, newId()));
    },
    without: { find: "amendment.createdBy == me().username" },
  },
]);

/** An operation that this actor may not do. */
const refusedOperation = (
  name: string,
  actor: Actor,
  operation: (db: Firestore, fixtures: RulesFixtures) => Promise<unknown>,
  without: RulesChange,
): Attack => ({
  name,
  run: (fixtures) => operation(fixtures.databaseAs(actor), fixtures),
  without,
});
/** Replaces the only condition of this `allow` by `true`. */
const allowAnyone = (allow: string, condition: string): RulesChange => ({
  find: `${allow} ${condition};`,
  replace: `${allow} true;`,
});
/** Removes `isMember()` from the start of this `allow`; `nextCondition` is the text after it. */
const withoutMemberCheck = (allow: string, nextCondition: string): RulesChange => ({
  find: `${allow} isMember() && ${nextCondition}`,
  replace: `${allow} ${nextCondition}`,
});
/** A report changes only in one batch with the board, so `isMember()` in the board's rules also refuses the report. */
const WITHOUT_BOARDS_MEMBER_CHECK = withoutMemberCheck("allow update: if", "changedFields()");
const historyEntry = { issueId: "i1", kind: "status", from: "OPEN", to: "TESTING", by: "ada", at: Timestamp.now() };

describeAttacks("every read and write has its own condition", [
  refusedOperation(
    "a stranger gets no report",
    "stranger",
    async (db, fixtures) => getDoc(doc(db, "issues", (await seedReport(fixtures)).id)),
    allowAnyone("match /issues/{id} {\n      allow read: if", "isMember()"),
  ),
  refusedOperation(
    "a stranger gets no history entry",
    "stranger",
    async (db, fixtures) => getDoc(doc(db, "history", (await seed(fixtures, "history", historyEntry)).id)),
    allowAnyone("match /history/{event} {\n      allow read: if", "isMember()"),
  ),
  refusedOperation(
    "a stranger gets no board",
    "stranger",
    (db) => getDoc(doc(db, "boards/main")),
    allowAnyone("match /boards/main {\n      allow get: if", "isMember()"),
  ),
  refusedOperation(
    "a member gets no trash entry",
    "member",
    async (db, fixtures) => getDoc(doc(db, "trash", (await seedTrash(fixtures)).id)),
    allowAnyone("match /trash/{id} {\n      allow read: if", "isAdmin()"),
  ),
  refusedOperation(
    "a member lists no members",
    "member",
    (db) => getDocs(collection(db, "members")),
    allowAnyone("allow list: if", "isAdmin()"),
  ),
  refusedOperation(
    "a member gets no other member's document",
    "member",
    (db) => getDoc(doc(db, "members", IDENTITIES.admin.uid)),
    {
      find: "(memberId == uid() || isAdmin())",
    },
  ),
  refusedOperation(
    "a disabled member does not get their own member document",
    "disabled member",
    (db) => getDoc(doc(db, "members", IDENTITIES["disabled member"].uid)),
    { find: "isMember() && (memberId == uid() || isAdmin())", replace: "memberId == uid()" },
  ),
  {
    name: "a disabled admin does not get their own member document",
    run: async (fixtures) => {
      const { uid } = await createMember(fixtures, { isAdmin: true, disabled: true });
      return getDoc(doc(fixtures.databaseAsUser(uid), "members", uid));
    },
    without: { find: "isMember() && (memberId == uid() || isAdmin())", replace: "memberId == uid()" },
  },
  {
    name: "a disabled member files no report",
    run: (fixtures) => {
      const actor = "disabled member";
      return commit(fixtures.databaseAs(actor), newReportWrites(IDENTITIES[actor], newId()));
    },
    without: [withoutMemberCheck("allow create: if", "isNamedByBoard(id)"), WITHOUT_BOARDS_MEMBER_CHECK],
  },
  {
    name: "a disabled member amends nothing",
    run: async (fixtures) => {
      const actor = "disabled member";
      return commit(
        fixtures.databaseAs(actor),
        amendmentWrites(IDENTITIES[actor], (await seedReport(fixtures)).id, newId()),
      );
    },
    without: [withoutMemberCheck("allow update: if", "isNamedByBoard(id)"), WITHOUT_BOARDS_MEMBER_CHECK],
  },
]);

describe("sessions and access", () => {
  const fixtures = useFixtures();
  const validSince = (seconds: number, nanoseconds = 0) => ({ validSince: new Timestamp(seconds, nanoseconds) });

  test("a member signed out everywhere has access with a newer session", async () => {
    const { uid } = await createMember(fixtures(), validSince(SIGNED_IN_AT + 30));
    await assertFails(readReports(fixtures().databaseAsUser(uid)));
    await assertFails(readReports(fixtures().databaseAsUser(uid, { opened: SIGNED_IN_AT + 29 })));
    await assertSucceeds(readReports(fixtures().databaseAsUser(uid, { opened: SIGNED_IN_AT + 30 })));
  });

  test("a session starts when the API opens it, even if the sign-in at Auth was later", async () => {
    const { uid } = await createMember(fixtures(), validSince(SIGNED_IN_AT + 30));
    const databaseWithOpened = (opened: number) =>
      fixtures().databaseAsUser(uid, { auth_time: SIGNED_IN_AT + 60, opened });
    await assertFails(readReports(databaseWithOpened(SIGNED_IN_AT + 29)));
    await assertSucceeds(readReports(databaseWithOpened(SIGNED_IN_AT + 30)));
  });

  test("a session opened in the same second as validSince is valid, because tokens have whole seconds", async () => {
    const { uid } = await createMember(fixtures(), validSince(SIGNED_IN_AT, 900_000_000));
    await assertSucceeds(readReports(fixtures().databaseAsUser(uid)));
  });

  test("a disabled member who is enabled again has access at once with the same token", async () => {
    const { uid } = await createMember(fixtures(), { disabled: true });
    const db = fixtures().databaseAsUser(uid);
    await assertFails(readReports(db));
    await setDoc(doc(fixtures().databaseWithoutRules, "members", uid), memberFields("Nele"));
    await assertSucceeds(readReports(db));
  });
});
