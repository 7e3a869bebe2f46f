import { readFileSync } from "node:fs";
import { MESSAGES } from "@logbook/domain";
import { beforeAll, describe, expect, it } from "vitest";
import { ROUTES } from "../../functions/src/routes.ts";
import { call, getIdToken, newAdmin, newMember, newStranger, type Person } from "../support/actors.ts";
import { auth, db, eventually, uniqueId } from "../support/suite.ts";
import { expectFailure } from "./expect-failure.ts";

const PASSWORD = "correct horse";

describe("registering (section 7)", () => {
  it("makes a member and signs them in", async () => {
    const username = uniqueId("Ada");
    const { status, body, headers } = await call("POST", "/api/auth/register", {
      body: { username: ` ${username} `, password: PASSWORD },
    });
    expect(status).toBe(201);
    expect(body).toEqual({
      success: true,
      user: { id: expect.any(String), username, isAdmin: false },
      token: expect.any(String),
    });
    expect(headers.get("cache-control")).toContain("no-store");
    const member = (await db.doc(`members/${body.user.id}`).get()).data();
    expect(member).toMatchObject({ username, isAdmin: false, disabled: false });
    expect((await auth.getUser(body.user.id)).email).toMatch(/^[0-9a-f-]{36}@members\.invalid$/);

    const idToken = await getIdToken(body.token);
    expect((await call("GET", "/api/me", { token: idToken })).body).toEqual({ success: true, user: body.user });
  });

  it("refuses a taken name in any case", async () => {
    const { username } = await newMember();
    const response = await call("POST", "/api/auth/register", {
      body: { username: username.toUpperCase(), password: PASSWORD },
    });
    expectFailure(response, 409, "username-taken");
    expect(response.body.error).toBe(MESSAGES.usernameTaken);
  });

  it.each([
    [{}],
    [{ username: "  ", password: PASSWORD }],
    [{ username: "someone" }],
    [{ username: "someone", password: "   " }],
  ])("refuses %j with 'Please fill in all fields'", async (body) => {
    const response = await call("POST", "/api/auth/register", { body });
    expectFailure(response, 400, "missing-fields");
    expect(response.body.error).toBe(MESSAGES.fillAllFields);
  });

  it.each([
    ["bad-username", { username: "Аdmin", password: PASSWORD }],
    ["bad-username", { username: "admin", password: PASSWORD }],
    ["bad-username", { username: "officiaI", password: PASSWORD }],
    ["bad-username", { username: "admln", password: PASSWORD }],
    ["bad-username", { username: "\u0251dmin", password: PASSWORD }],
    ["bad-username", { username: "\u1d00\u1d05\u1d0d\u026a\u0274", password: PASSWORD }],
    ["bad-username", { username: "r00t", password: PASSWORD }],
    ["bad-username", { username: "a\u200db", password: PASSWORD }],
    ["bad-username", { username: "__proto__", password: PASSWORD }],
    ["weak-password", { username: "someone-else", password: "12345" }],
    ["bad-request", { username: "someone-else", password: PASSWORD, isAdmin: true }],
  ] as const)("refuses with the code '%s' and creates no account: %j", async (code, body) => {
    const before = await accountIds();
    expectFailure(await call("POST", "/api/auth/register", { body }), 400, code);
    expect(await accountIds()).toEqual(before);
  });

  it("threat 10: refuses a name that looks like another member's, also when both are registered at once", async () => {
    const register = (username: string) =>
      call("POST", "/api/auth/register", { body: { username, password: PASSWORD } });
    const word = uniqueId("peca");
    expect((await register(word)).status).toBe(201);
    for (const lookalike of ["pec\u0251", "PEC\u0251", "\u1d18\u1d07\u1d04\u1d00"]) {
      const response = await register(word.replace("peca", lookalike));
      expectFailure(response, 409, "username-taken");
      expect(response.body.error).toBe("This username looks like another member's. Please choose another.");
    }
    const names = [uniqueId("paul")].flatMap((name) => [
      name,
      name.replace("paul", "pauI"),
      name.replace("paul", "Pau1"),
    ]);
    const responses = await Promise.all(names.map(register));
    expect(responses.map(({ status }) => status).sort()).toEqual([201, 409, 409]);
    expect((await register(uniqueId("pecan"))).status).toBe(201);
  });

  it("threat 11: gives a name to one of 20 clients that register it at once, and leaves no other account behind", {
    timeout: 120_000,
  }, async () => {
    const username = uniqueId("wanted");
    // Starts one process for each call first; otherwise the calls would not run at the same time.
    const nobody = { username: uniqueId("nobody"), password: PASSWORD };
    await Promise.all(Array.from({ length: 20 }, () => call("POST", "/api/auth/login", { body: nobody })));
    const before = await accountIds();
    const responses = await Promise.all(
      Array.from({ length: 20 }, () => call("POST", "/api/auth/register", { body: { username, password: PASSWORD } })),
    );
    expect(responses.map(({ status }) => status).sort()).toEqual([201, ...Array<number>(19).fill(409)]);
    const winner = responses.find(({ status }) => status === 201)?.body.user.id;
    const members = await db.collection("members").where("username", "==", username).get();
    expect(members.docs.map(({ id }) => id)).toEqual([winner]);
    expect((await accountIds()).filter((uid) => !before.includes(uid))).toEqual([winner]);
  });
});

async function accountIds(): Promise<string[]> {
  const ids: string[] = [];
  let pageToken: string | undefined;
  do {
    const page = await auth.listUsers(1000, pageToken);
    ids.push(...page.users.map(({ uid }) => uid));
    pageToken = page.pageToken;
  } while (pageToken !== undefined);
  return ids;
}

describe("logging in (section 7)", () => {
  it("accepts the name in any case, and the password only as it was set", async () => {
    const { uid, username } = await newMember();
    const { status, body } = await call("POST", "/api/auth/login", {
      body: { username: username.toUpperCase(), password: PASSWORD },
    });
    expect(status).toBe(200);
    expect(body).toEqual({ success: true, user: { id: uid, username, isAdmin: false }, token: expect.any(String) });
    expectFailure(
      await call("POST", "/api/auth/login", { body: { username, password: `${PASSWORD} ` } }),
      401,
      "invalid-credentials",
    );
  });

  it("tells whether the member is an admin", async () => {
    const { username } = await newAdmin();
    const { body } = await call("POST", "/api/auth/login", { body: { username, password: PASSWORD } });
    expect(body.user.isAdmin).toBe(true);
  });

  it("returns the same error for an unknown name and a wrong password", async () => {
    const { username } = await newMember();
    const wrongPassword = await call("POST", "/api/auth/login", { body: { username, password: "wrong horse" } });
    const wrongName = await call("POST", "/api/auth/login", {
      body: { username: uniqueId("nobody"), password: PASSWORD },
    });
    expectFailure(wrongPassword, 401, "invalid-credentials");
    expect(wrongPassword.body.error).toBe(MESSAGES.invalidCredentials);
    expect(wrongName.body).toEqual(wrongPassword.body);
  });

  it.each([
    ["a/b", "a/b"],
    ["..", ".."],
    ["__x__", "__x__"],
    ["2,000 letters", "x".repeat(2000)],
    ["half a character", "\ud800"],
  ])("treats %s as an unknown name", async (_, username) => {
    expectFailure(
      await call("POST", "/api/auth/login", { body: { username, password: PASSWORD } }),
      401,
      "invalid-credentials",
    );
  });

  it("needs a name and a password", async () => {
    expectFailure(
      await call("POST", "/api/auth/login", { body: { username: "x", password: "" } }),
      400,
      "missing-fields",
    );
  });

  it("refuses a disabled member", async () => {
    const { uid, username } = await newMember();
    await db.doc(`members/${uid}`).update({ disabled: true });
    expectFailure(await call("POST", "/api/auth/login", { body: { username, password: PASSWORD } }), 403, "disabled");
  });
});

const API_DOCUMENT = new URL("../../docs/api.md", import.meta.url);

describe("a session", () => {
  // The route table writes ':id', docs/api.md '{id}'.
  const keyOf = (method: string, path: string): string => `${method} ${path.replace(/:\w+|\{[^}]*\}/g, "*")}`;
  /** The audience of each call in docs/api.md: the tests compare each route with it. */
  const documentedAudiences = new Map(
    [...readFileSync(API_DOCUMENT, "utf8").matchAll(/^\| `([A-Z]+) ([^`?]+)[^`]*` *\| (\w+)/gm)].map(
      ([, method, path, audience]) => [keyOf(method!, path!), audience!],
    ),
  );
  const routesFor = (isChosen: (audience: string | undefined) => boolean) =>
    ROUTES.filter(({ method, path }) => isChosen(documentedAudiences.get(keyOf(method, path)))).map(
      ({ method, path }) => [method, path] as const,
    );
  const CALLS = routesFor((audience) => audience !== "anyone");
  const ADMIN_CALLS = routesFor((audience) => audience === "admin");

  let member: Person;
  let stranger: Person;
  let endedMember: Person;
  beforeAll(async () => {
    [member, stranger, endedMember] = await Promise.all([newMember(), newStranger(), newMember()]);
    const { auth_time } = await auth.verifyIdToken(endedMember.idToken);
    await db.doc(`members/${endedMember.uid}`).update({ validSince: new Date((auth_time + 1) * 1000) });
  });

  // An empty body is enough, because the API checks the session before it parses the body.
  const send = (method: string, path: string, options: Parameters<typeof call>[2] = {}) =>
    call(method, path.replace(/:\w+/g, "some-id"), { ...(method !== "GET" && { body: {} }), ...options });
  const encode = (part: object): string => Buffer.from(JSON.stringify(part)).toString("base64url");
  const unsigned = (claims: object): string => `${encode({ alg: "none", typ: "JWT" })}.${encode(claims)}.`;

  it("needs, for each route, the role that docs/api.md names", () => {
    expect(new Map(ROUTES.map(({ method, path, audience }) => [keyOf(method, path), audience]))).toEqual(
      documentedAudiences,
    );
  });

  it.each(CALLS)("is required for %s %s: no token and garbage tokens are 401", async (method, path) => {
    expectFailure(await send(method, path), 401, "unauthenticated");
    for (const token of [
      "garbage",
      "a.b.c",
      unsigned({}),
      unsigned({ sub: "u1", aud: "other", iss: "x" }),
      "e30.bnVsbA.",
    ])
      expectFailure(await send(method, path, { token }), 401, "unauthenticated");
    expectFailure(await send(method, path, { headers: { authorization: "Basic abc" } }), 401, "unauthenticated");
  });

  it.each(CALLS)("needs a member: %s %s is 401 for an account without a member document", async (method, path) => {
    expectFailure(await send(method, path, { as: stranger }), 401, "unauthenticated");
  });

  it.each(CALLS)("must not have ended: %s %s is 401 for an ended session", async (method, path) => {
    expectFailure(await send(method, path, { as: endedMember }), 401, "unauthenticated");
  });

  it.each(ADMIN_CALLS)("needs an admin: %s %s is 403 for a member", async (method, path) => {
    expectFailure(await send(method, path, { as: member }), 403, "forbidden");
  });

  it("ends when the member is deleted", async () => {
    const member = await newMember();
    await db.doc(`members/${member.uid}`).delete();
    await auth.deleteUser(member.uid);
    expectFailure(await call("GET", "/api/issues", { as: member }), 401, "unauthenticated");
  });

  it("ends when the member is disabled", async () => {
    const member = await newMember();
    await db.doc(`members/${member.uid}`).update({ disabled: true });
    expectFailure(await call("GET", "/api/issues", { as: member }), 403, "disabled");
  });

  it("ends if it began before validSince; the next login opens a new one", async () => {
    const member = await newMember();
    expect((await call("GET", "/api/me", { as: member })).status).toBe(200);
    const { auth_time } = await auth.verifyIdToken(member.idToken);
    await db.doc(`members/${member.uid}`).update({ validSince: new Date((auth_time + 1) * 1000) });
    expectFailure(await call("GET", "/api/me", { as: member }), 401, "unauthenticated");

    await eventually("a sign-in a second later", async () => {
      const { username, password } = member;
      const { body } = await call("POST", "/api/auth/login", { body: { username, password } });
      const { status } = await call("GET", "/api/me", { token: await getIdToken(body.token) });
      return status === 200 ? true : null;
    });
  });

  it("follows a change of role at once", async () => {
    const admin = await newAdmin();
    expect((await call("GET", "/api/me", { as: admin })).body.user.isAdmin).toBe(true);
    await db.doc(`members/${admin.uid}`).update({ isAdmin: false });
    expect((await call("GET", "/api/me", { as: admin })).body.user.isAdmin).toBe(false);
    expectFailure(await call("DELETE", "/api/issues/some-id", { as: admin }), 403, "forbidden");
  });
});
