import { assertFails, assertSucceeds } from "@firebase/rules-unit-testing";
import { deleteDoc, doc, type Firestore, getDoc, Timestamp } from "firebase/firestore";
import { describe, test } from "vitest";
import {
  type Actor,
  IDENTITIES,
  type Identity,
  type MemberFields,
  memberFields,
  SIGNED_IN_AT,
} from "../shared/actors.ts";
import { commit, deletionWrites, newId, stepWrites } from "../shared/builders.ts";
import { type Attack, describeAttacks, type RulesChange } from "./expectations.ts";
import { type RulesFixtures, seed, seedReport, useFixtures } from "./fixtures.ts";

const { member, admin } = IDENTITIES;

/** Stores a new member. */
async function createMember(fixtures: RulesFixtures, overrides: Partial<Record<keyof MemberFields, unknown>> = {}) {
  const newMember: Identity = { uid: newId(), username: "Nele" };
  await seed(fixtures, `members/${newMember.uid}`, { ...memberFields(newMember.username), ...overrides });
  return newMember;
}

const FOLLOWS = { reports: { r1: { mode: "all", since: Timestamp.now() } } };
const readBoard = (db: Firestore) => getDoc(doc(db, "boards/main"));
const step = async (fixtures: RulesFixtures, db: Firestore, identity: Identity) =>
  commit(db, stepWrites(identity, (await seedReport(fixtures)).id, "OPEN", "IN_PROGRESS"));
const deleteReport = async (fixtures: RulesFixtures, db: Firestore, identity: Identity) => {
  const { id, fields } = await seedReport(fixtures);
  return commit(db, deletionWrites(identity, id, fields));
};

// Conditions of firestore.rules, each named after what it checks. Tests replace each by `replace`, by default `true`.
const NOT_DISABLED: RulesChange = { find: "member.disabled == false" };
const NOT_SIGNED_OUT: RulesChange = { find: "(request.auth.token.opened + 1) * 1000 > member.validSince.toMillis()" };
const IS_MEMBER: RulesChange = { find: "allow get: if isMember(me())", replace: "allow get: if true" };
const IS_ADMIN: RulesChange = { find: "member.isAdmin == true" };

const refusedRead = (name: string, actor: Actor, without: RulesChange): Attack => ({
  name: `${name} reads no board`,
  run: (fixtures) => readBoard(fixtures.databaseAs(actor)),
  without,
});

describeAttacks("membership", [
  refusedRead("a guest", "guest", IS_MEMBER),
  refusedRead("a stranger, who signed up to Auth with the public API key,", "stranger", IS_MEMBER),
  refusedRead("a disabled member", "disabled member", NOT_DISABLED),
  refusedRead("somebody whom no admin has let in yet", "waiting member", NOT_DISABLED),
  refusedRead("somebody whom an admin has refused", "refused member", NOT_DISABLED),
  refusedRead("a member signed out everywhere with an older session", "signed-out member", NOT_SIGNED_OUT),
  ...[null, 0, "", "false"].map(
    (disabled): Attack => ({
      name: `a member whose document has ${JSON.stringify(disabled)} as disabled reads no board`,
      run: async (fixtures) => readBoard(fixtures.databaseAsUser((await createMember(fixtures, { disabled })).uid)),
      without: NOT_DISABLED,
    }),
  ),
  {
    name: "a deleted member's token reads no board",
    run: async (fixtures) => {
      const { uid } = await createMember(fixtures);
      await deleteDoc(doc(fixtures.databaseWithoutRules, "members", uid));
      return readBoard(fixtures.databaseAsUser(uid));
    },
    without: IS_MEMBER,
  },
  ...(
    [
      ["a session opened by the API", { opened: undefined, auth_time: SIGNED_IN_AT }],
      ["a number as its session's start", { opened: `${SIGNED_IN_AT}` }],
    ] as const
  ).map(
    ([name, token]): Attack => ({
      name: `a member's token without ${name} reads no board`,
      run: async (fixtures) => readBoard(fixtures.databaseAsUser((await createMember(fixtures)).uid, token)),
      without: NOT_SIGNED_OUT,
    }),
  ),
  {
    name: "a stranger's token with an admin's claims reads no board",
    run: (fixtures) => readBoard(fixtures.databaseAsUser(newId(), { admin: true, isAdmin: true, name: "Ada" })),
    without: IS_MEMBER,
  },
  ...(["disabled member", "waiting member", "signed-out member"] as const).map(
    (actor): Attack => ({
      name: `a ${actor} does not read their own member document`,
      run: (fixtures) => getDoc(doc(fixtures.databaseAs(actor), "members", IDENTITIES[actor].uid)),
      without: { find: "memberId == uid() && isMember(me())", replace: "memberId == uid()" },
    }),
  ),
  ...(["disabled member", "waiting member", "signed-out member"] as const).map(
    (actor): Attack => ({
      name: `a ${actor} does not read their own follows`,
      run: async (fixtures) => {
        await seed(fixtures, `follows/${IDENTITIES[actor].uid}`, FOLLOWS);
        return getDoc(doc(fixtures.databaseAs(actor), "follows", IDENTITIES[actor].uid));
      },
      without: { find: "owner == uid() && isMember(me())", replace: "owner == uid()" },
    }),
  ),
  {
    name: "a member does not read another's follows",
    run: async (fixtures) => {
      await seed(fixtures, `follows/${admin.uid}`, FOLLOWS);
      return getDoc(doc(fixtures.databaseAs("member"), "follows", admin.uid));
    },
    without: { find: "owner == uid()" },
  },
  {
    name: "a disabled admin does not read their own member document",
    run: async (fixtures) => {
      const { uid } = await createMember(fixtures, { isAdmin: true, disabled: true });
      return getDoc(doc(fixtures.databaseAsUser(uid), "members", uid));
    },
    without: NOT_DISABLED,
  },
  {
    name: "a disabled admin does not read their own follows",
    run: async (fixtures) => {
      const { uid } = await createMember(fixtures, { isAdmin: true, disabled: true });
      await seed(fixtures, `follows/${uid}`, FOLLOWS);
      return getDoc(doc(fixtures.databaseAsUser(uid), "follows", uid));
    },
    without: NOT_DISABLED,
  },
  {
    name: "a member does not read another's member document",
    run: (fixtures) => getDoc(doc(fixtures.databaseAs("member"), "members", admin.uid)),
    without: { find: "memberId == uid()" },
  },
]);

/** A user who is no admin any more, or never was, tries a step and a deletion. */
const refusedAdmin = (
  name: string,
  overrides: Partial<Record<keyof MemberFields, unknown>>,
  without: RulesChange,
  token = {},
): Attack[] =>
  Object.entries({ "changes no status": step, "deletes nothing": deleteReport }).map(([result, operation]) => ({
    name: `${name} ${result}`,
    run: async (fixtures) => {
      const user = await createMember(fixtures, { isAdmin: true });
      const db = fixtures.databaseAsUser(user.uid, token);
      // With the same token, an admin may do it.
      if (!("opened" in token)) await operation(fixtures, db, user);
      await seed(fixtures, `members/${user.uid}`, { ...memberFields(user.username), isAdmin: true, ...overrides });
      return operation(fixtures, db, user);
    },
    without,
  }));

describeAttacks("the admin role", [
  ...refusedAdmin("a demoted admin", { isAdmin: false }, IS_ADMIN, { isAdmin: true, admin: true }),
  ...[null, 1, "true"].flatMap((isAdmin) =>
    refusedAdmin(`a member whose document has ${JSON.stringify(isAdmin)} as isAdmin`, { isAdmin }, IS_ADMIN),
  ),
  ...refusedAdmin("a disabled admin", { disabled: true }, NOT_DISABLED),
  ...refusedAdmin("an admin signed out everywhere", { validSince: new Timestamp(SIGNED_IN_AT + 1, 0) }, NOT_SIGNED_OUT),
  ...refusedAdmin("an admin's session that the API did not open", {}, NOT_SIGNED_OUT, { opened: undefined }),
  {
    name: "a member's token with an admin's claims changes no status",
    run: (fixtures) => step(fixtures, fixtures.databaseAsUser(member.uid, { admin: true, isAdmin: true }), member),
    without: IS_ADMIN,
  },
  {
    name: "an event under the name in an admin's token, which they gave themselves at Auth, is refused",
    run: (fixtures) =>
      step(fixtures, fixtures.databaseAsUser(admin.uid, { name: "Otto" }), { ...admin, username: "Otto" }),
    without: {
      find: "'to': after.status, 'by': uid(), 'byName': member.username",
      replace: "'to': after.status, 'by': uid(), 'byName': request.auth.token.name",
    },
  },
]);

describe("sessions and access", () => {
  const fixtures = useFixtures();
  const validSince = (seconds: number, nanoseconds = 0) => ({ validSince: new Timestamp(seconds, nanoseconds) });

  test.each([SIGNED_IN_AT, SIGNED_IN_AT + 60])(
    "a member signed out everywhere has access with a session that the API opened later, with any sign-in at Auth (%d)",
    async (auth_time) => {
      const { uid } = await createMember(fixtures(), validSince(SIGNED_IN_AT + 30));
      await assertFails(readBoard(fixtures().databaseAsUser(uid, { auth_time, opened: SIGNED_IN_AT + 29 })));
      await assertSucceeds(readBoard(fixtures().databaseAsUser(uid, { auth_time, opened: SIGNED_IN_AT + 30 })));
    },
  );

  test("a session opened in the same second as validSince is valid, because tokens have whole seconds", async () => {
    const { uid } = await createMember(fixtures(), validSince(SIGNED_IN_AT, 999_000_000));
    await assertSucceeds(readBoard(fixtures().databaseAsUser(uid)));
  });

  test("a session ends with its second: validSince at the start of the next one refuses it", async () => {
    const { uid } = await createMember(fixtures(), validSince(SIGNED_IN_AT + 1));
    await assertFails(readBoard(fixtures().databaseAsUser(uid)));
  });

  test("a disabled member who is enabled again has access at once with the same token", async () => {
    const { uid, username } = await createMember(fixtures(), { disabled: true });
    const db = fixtures().databaseAsUser(uid);
    await assertFails(readBoard(db));
    await seed(fixtures(), `members/${uid}`, memberFields(username));
    await assertSucceeds(readBoard(db));
  });
});
