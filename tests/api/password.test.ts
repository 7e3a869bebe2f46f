import { describe, expect, it } from "vitest";
import { call, getIdToken, newMember } from "../support/actors.ts";
import { auth, db, uniqueId } from "../support/suite.ts";
import { callAuth } from "./direct-requests.ts";
import { expectFailure } from "./expect-failure.ts";

/** The password that `newMember` sets. */
const PASSWORD = "correct horse";
const NEW_PASSWORD = "battery staple";
/** The body of a password change. */
const passwordBody = (overrides: object = {}) => ({
  currentPassword: PASSWORD,
  newPassword: NEW_PASSWORD,
  ...overrides,
});

describe("changing one's own password", () => {
  it("ends every earlier session and opens a new one", async () => {
    const member = await newMember();
    const { status, body } = await call("POST", "/api/auth/password", { as: member, body: passwordBody() });
    expect(status).toBe(200);
    expectFailure(await call("GET", "/api/me", { as: member }), 401, "unauthenticated");
    const idToken = await getIdToken(body.token as string);
    expect((await call("GET", "/api/me", { token: idToken })).body.user.username).toBe(member.username);
    const login = (password: string) =>
      call("POST", "/api/auth/login", { body: { username: member.username, password } });
    expect((await login(PASSWORD)).status).toBe(401);
    expect((await login(NEW_PASSWORD)).status).toBe(200);
  });

  it("needs the current password", async () => {
    const member = await newMember();
    const response = await call("POST", "/api/auth/password", {
      as: member,
      body: passwordBody({ currentPassword: "wrong" }),
    });
    expectFailure(response, 403, "wrong-password");
    expect((await call("GET", "/api/me", { as: member })).status).toBe(200);
  });

  it.each([
    ["a short new password", { newPassword: "12345" }],
    ["a blank new password", { newPassword: "       " }],
    ["a missing new password", { newPassword: undefined }],
  ])("refuses %s", async (_, overrides) => {
    const member = await newMember();
    expect((await call("POST", "/api/auth/password", { as: member, body: passwordBody(overrides) })).status).toBe(400);
    const { username, password } = member;
    expect((await call("POST", "/api/auth/login", { body: { username, password } })).status).toBe(200);
  });
});

describe("a password with accents", () => {
  const COMPOSED = "p\u00e4ssw\u00f6rter";
  const DECOMPOSED = COMPOSED.normalize("NFD");
  const login = async (username: string, password: string) =>
    (await call("POST", "/api/auth/login", { body: { username, password } })).status;

  it.each([
    ["registered", "decomposed", DECOMPOSED],
    ["registered", "composed", COMPOSED],
  ])("that was %s in its %s form is right in both forms", async (_, __, password) => {
    const username = uniqueId("m");
    expect((await call("POST", "/api/auth/register", { body: { username, password } })).status).toBe(201);
    expect([await login(username, COMPOSED), await login(username, DECOMPOSED)]).toEqual([200, 200]);
    expect(await login(username, COMPOSED.normalize("NFKD").replace(/\p{M}/gu, ""))).toBe(401);
  });

  it("is right in both forms as the current and as the new password of a change", async () => {
    const member = await newMember();
    const change = (currentPassword: string, newPassword: string, token: string) =>
      call("POST", "/api/auth/password", { token, body: { currentPassword, newPassword } });
    const first = await change(PASSWORD, DECOMPOSED, member.idToken);
    expect(first.status).toBe(200);
    expect([await login(member.username, COMPOSED), await login(member.username, DECOMPOSED)]).toEqual([200, 200]);
    const second = await change(COMPOSED, NEW_PASSWORD, await getIdToken(first.body.token as string));
    expect(second.status).toBe(200);
    expect(await login(member.username, NEW_PASSWORD)).toBe(200);
  });

  it("that an earlier version stored in its decomposed form stays right, in both forms", async () => {
    const { uid, username } = await newMember();
    const secret = (await db.doc(`usernames/${username}`).get()).get("secret") as string;
    await auth.updateUser(uid, { password: secret + DECOMPOSED });
    expect([await login(username, COMPOSED), await login(username, DECOMPOSED)]).toEqual([200, 200]);
  });
});

describe("ending all sessions", () => {
  it.each([
    ["by a new password", "/api/auth/password", passwordBody(), NEW_PASSWORD],
    ["by signing out everywhere", "/api/auth/sign-out-everywhere", {}, PASSWORD],
  ])(
    "%s removes an e-mail address that an attacker has set through Auth's own API",
    async (_, path, body, password) => {
      const member = await newMember();
      const attackersAddress = `${uniqueId("thief")}@example.org`;
      expect((await callAuth("update", { idToken: member.idToken, email: attackersAddress })).status).toBe(200);
      expect((await auth.getUser(member.uid)).email).toBe(attackersAddress);
      expect((await call("POST", path, { as: member, body })).status).toBe(200);
      expect((await auth.getUser(member.uid)).email).toMatch(/@members\.invalid$/);
      expect((await callAuth("signInWithPassword", { email: attackersAddress, password })).status).toBe(400);
      const login = await call("POST", "/api/auth/login", { body: { username: member.username, password } });
      expect((await call("GET", "/api/me", { token: await getIdToken(login.body.token) })).status).toBe(200);
    },
  );
});
