import { readFileSync } from "node:fs";
import { MESSAGES } from "@logbook/domain";
import { beforeAll, describe, expect, it } from "vitest";
import { ROUTES } from "../../functions/src/routes.ts";
import { call, getIdToken, newAdmin, newMember, type Person } from "../support/actors.ts";
import { patient } from "../support/patience.ts";
import { auth, db, uniqueId } from "../support/suite.ts";
import { expectFailure } from "./expect-failure.ts";

/** A valid password, also that of `newMember`. */
const PASSWORD = "correct horse";
/** Matches an account's address at Auth, which is random: it must not contain the username. */
const RANDOM_EMAIL = /^[0-9a-f-]{36}@members\.invalid$/;

describe("registering (section 7)", () => {
  it("makes a member and signs them in", async () => {
    const username = uniqueId("Ada");
    // The spaces around the name are removed.
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
    expect((await auth.getUser(body.user.id)).email).toMatch(RANDOM_EMAIL);

    const idToken = await getIdToken(body.token);
    expect((await call("GET", "/api/me", { token: idToken })).body).toEqual({ success: true, user: body.user });
  });

  it("refuses a taken name, also in upper case", async () => {
    const { username } = await newMember();
    const response = await call("POST", "/api/auth/register", {
      body: { username: username.toUpperCase(), password: PASSWORD },
    });
    expectFailure(response, 409, "username-taken");
    expect(response.body.error).toBe(MESSAGES.usernameTaken);
  });

  it.each([
    ["\u0130brahim", "ibrahim"],
    ["stra\u00dfe", "STRASSE"],
    ["o\u02bbtkir", "o'tkir"],
  ])("takes %s and %s for one name, and logs in with both", async (name, otherName) => {
    const suffix = uniqueId("x");
    const body = { username: `${name} ${suffix}`, password: PASSWORD };
    const { status, body: registered } = await call("POST", "/api/auth/register", { body });
    expect(status).toBe(201);
    const otherBody = { ...body, username: `${otherName} ${suffix}` };
    // An apostrophe is not allowed in a new name, but it is the key on the keyboard for ʻ.
    if (!otherName.includes("'"))
      expectFailure(await call("POST", "/api/auth/register", { body: otherBody }), 409, "username-taken");
    const login = await call("POST", "/api/auth/login", { body: otherBody });
    expect([login.status, login.body.user]).toEqual([200, registered.user]);
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

  // Some names look like 'admin', 'official' or 'root': with a Cyrillic A, a capital i, a small L, phonetic letters, 0.
  // `\u200d` is invisible.
  it.each([
    ["bad-username", { username: "\u0410dmin", password: PASSWORD }],
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
    const accountsBefore = await listAccountIds();
    expectFailure(await call("POST", "/api/auth/register", { body }), 400, code);
    expect(await listAccountIds()).toEqual(accountsBefore);
  });

  it("threat 10: refuses a name that looks like another member's, even if the two names are registered at once", async () => {
    const register = (username: string) =>
      call("POST", "/api/auth/register", { body: { username, password: PASSWORD } });
    const username = uniqueId("peca");
    expect((await register(username)).status).toBe(201);
    // With an a from the phonetic alphabet, and with small capitals.
    for (const lookalike of ["pec\u0251", "PEC\u0251", "\u1d18\u1d07\u1d04\u1d00"]) {
      const response = await register(username.replace("peca", lookalike));
      expectFailure(response, 409, "username-taken");
      expect(response.body.error).toBe("This username looks like another member's. Please choose another.");
    }
    const paulName = uniqueId("paul");
    const similarNames = [paulName, paulName.replace("paul", "pauI"), paulName.replace("paul", "Pau1")];
    const responses = await Promise.all(similarNames.map(register));
    expect(responses.map(({ status }) => status).sort()).toEqual([201, 409, 409]);
    // A longer name is no look-alike.
    expect((await register(uniqueId("pecan"))).status).toBe(201);
  });

  it("threat 11: gives a name to one of 20 clients that register it at once, and leaves no other account behind", {
    timeout: patient(120_000),
  }, async () => {
    const username = uniqueId("wanted");
    // The functions emulator starts a process for each concurrent call. These logins start the processes, so that the
    // registrations do not wait for them.
    const unknownUser = { username: uniqueId("nobody"), password: PASSWORD };
    await Promise.all(Array.from({ length: 20 }, () => call("POST", "/api/auth/login", { body: unknownUser })));
    const accountsBefore = await listAccountIds();
    const responses = await Promise.all(
      Array.from({ length: 20 }, () => call("POST", "/api/auth/register", { body: { username, password: PASSWORD } })),
    );
    expect(responses.map(({ status }) => status).sort()).toEqual([201, ...Array<number>(19).fill(409)]);
    const createdUid = responses.find(({ status }) => status === 201)?.body.user.id;
    const members = await db.collection("members").where("username", "==", username).get();
    expect(members.docs.map(({ id }) => id)).toEqual([createdUid]);
    expect((await listAccountIds()).filter((uid) => !accountsBefore.includes(uid))).toEqual([createdUid]);
  });
});

async function listAccountIds(): Promise<string[]> {
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
  it("accepts the name also in upper case, and the password only as it was set", async () => {
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
    ["an unpaired surrogate", "\ud800"],
  ])("treats %s as an unknown name", async (_, username) => {
    expectFailure(
      await call("POST", "/api/auth/login", { body: { username, password: PASSWORD } }),
      401,
      "invalid-credentials",
    );
  });

  it("refuses an empty password", async () => {
    expectFailure(
      await call("POST", "/api/auth/login", { body: { username: "x", password: "" } }),
      400,
      "missing-fields",
    );
  });
});

const API_DOCUMENT = readFileSync(new URL("../../docs/api.md", import.meta.url), "utf8");

/** Ends the member's session: sets `validSince` to the second after the session began (`auth_time`). */
async function endSession({ uid, idToken }: Person): Promise<void> {
  const { auth_time } = await auth.verifyIdToken(idToken);
  await db.doc(`members/${uid}`).update({ validSince: new Date((auth_time + 1) * 1000) });
}

describe("a session", () => {
  /** Method and path with `*` for each parameter, which is ':id' in the route table and '{id}' in docs/api.md. */
  const routeKey = (method: string, path: string): string => `${method} ${path.replace(/:\w+|\{[^}]*\}/g, "*")}`;
  /** The audience of each call, from the rows of docs/api.md, such as '| `GET /api/me` | member |'. */
  const documentedAudiences = new Map(
    [...API_DOCUMENT.matchAll(/^\| `([A-Z]+) ([^`?]+)[^`]*` *\| (\w+)/gm)].map(([, method, path, audience]) => [
      routeKey(method!, path!),
      audience!,
    ]),
  );
  const routesWithAudience = ROUTES.map(
    ({ method, path }) => [method, path, documentedAudiences.get(routeKey(method, path))] as const,
  );
  const SIGNED_IN_ROUTES = routesWithAudience.filter(([, , audience]) => audience !== "anyone");
  const ADMIN_ROUTES = routesWithAudience.filter(([, , audience]) => audience === "admin");

  let member: Person;
  let signedOutMember: Person;
  beforeAll(async () => {
    [member, signedOutMember] = await Promise.all([newMember(), newMember()]);
    await endSession(signedOutMember);
  });

  // An empty body is enough, because the API checks the session before the body.
  const sendToRoute = (method: string, path: string, options: Parameters<typeof call>[2] = {}) =>
    call(method, path.replace(/:\w+/g, "some-id"), { ...(method !== "GET" && { body: {} }), ...options });
  const encodeTokenPart = (part: object | null): string => Buffer.from(JSON.stringify(part)).toString("base64url");
  const unsignedToken = (claims: object | null): string =>
    `${encodeTokenPart({ alg: "none", typ: "JWT" })}.${encodeTokenPart(claims)}.`;

  it("needs, for each route, the role that docs/api.md names", () => {
    expect(new Map(ROUTES.map(({ method, path, audience }) => [routeKey(method, path), audience]))).toEqual(
      documentedAudiences,
    );
  });

  it.each(SIGNED_IN_ROUTES)(
    "is required for %s %s: without a token or with a garbage token it is 401",
    async (method, path) => {
      expectFailure(await sendToRoute(method, path), 401, "unauthenticated");
      for (const token of [
        "garbage",
        "a.b.c",
        unsignedToken({}),
        unsignedToken({ sub: "u1", aud: "other", iss: "x" }),
        `${encodeTokenPart({})}.${encodeTokenPart(null)}.`,
      ])
        expectFailure(await sendToRoute(method, path, { token }), 401, "unauthenticated");
      expectFailure(
        await sendToRoute(method, path, { headers: { authorization: "Basic abc" } }),
        401,
        "unauthenticated",
      );
    },
  );

  it.each(SIGNED_IN_ROUTES)("must not have ended: %s %s is 401 for an ended session", async (method, path) => {
    expectFailure(await sendToRoute(method, path, { as: signedOutMember }), 401, "unauthenticated");
  });

  it.each(ADMIN_ROUTES)("needs an admin: %s %s is 403 for a member", async (method, path) => {
    expectFailure(await sendToRoute(method, path, { as: member }), 403, "forbidden");
  });
});
