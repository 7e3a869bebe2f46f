import { randomInt } from "node:crypto";
import { LIMITS } from "@logbook/domain";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type ApiResponse, call, fileReport, newAdmin, newMember, type Person, reportBody } from "../support/actors.ts";
import { type RunningApi, serveFunctions } from "../support/functions-process.ts";
import { patient } from "../support/patience.ts";
import { db, ORIGIN, uniqueId } from "../support/suite.ts";
import { expectFailure } from "./expect-failure.ts";

const QUARTER_HOUR_SECONDS = 15 * 60;
const HOUR_SECONDS = 60 * 60;
const DAY_SECONDS = 24 * HOUR_SECONDS;

// The same limits as in functions/src/limits/rate-limits.ts, by what is counted.
/** Wrong logins. A hop is the last address in X-Forwarded-For: Google adds the address that has called it. */
const LOGINS = { nameAtAddress: 10, name: 30, address: 60, hop: 300, device: 10 };
const REGISTRATIONS = { name: 20, address: 100 };
const PASSWORD_CHANGES = 10;
const RESETS = { member: 30, address: 60 };
const WRITES_PER_MINUTE = 120;
const TEXT_BYTES_PER_DAY = 2_000_000;
const EDITS = 12;

// A thousand calls are slow on a busy machine.
const LONG_TIMEOUT_MS = 180_000;

const WRONG_PASSWORD = "not this one";

const startedApis: RunningApi[] = [];

/**
 * Serves the API with production's limits. Its clock starts with the next time window of `windowSeconds` seconds, or
 * `windowsLater` windows after that. So no test runs across two windows or waits for a new window.
 */
async function serve(windowSeconds: number, windowsLater = 0): Promise<string> {
  const windowMs = windowSeconds * 1000;
  const startMs = (Math.ceil(Date.now() / windowMs) + windowsLater) * windowMs;
  const clockScript = `const RealDate = Date;
    const offsetMs = ${startMs} - RealDate.now();
    globalThis.Date = class extends RealDate {
      constructor(...args) { args.length > 0 ? super(...args) : super(RealDate.now() + offsetMs); }
      static now() { return RealDate.now() + offsetMs; }
    };`;
  const preload = `--import=data:text/javascript,${encodeURIComponent(clockScript)}`;
  // In the local suite every limit is multiplied, by default by 10.
  const api = await serveFunctions({ env: { LIMITS_WIDTH: "1", NODE_OPTIONS: preload } });
  startedApis.push(api);
  return api.origin;
}

afterAll(async () => {
  await Promise.all(startedApis.map(({ stop }) => stop()));
});

const randomAddress = (): string => Array.from({ length: 4 }, () => randomInt(1, 255)).join(".");

/** The X-Forwarded-For that the API gets: addresses that the client claims, the client's own, and one of Hosting's. */
const forwardedFor = (address: string, ...claimed: string[]): string =>
  [...claimed, address, randomAddress()].join(", ");

interface LoginAttempt {
  username: string;
  password?: string;
  /** The header `X-Forwarded-For`. */
  forwarded?: string;
  cookie?: string;
}

function login(
  origin: string,
  { username, password = WRONG_PASSWORD, forwarded, cookie }: LoginAttempt,
): Promise<ApiResponse> {
  return call("POST", "/api/auth/login", {
    origin,
    body: { username, password },
    headers: { "x-forwarded-for": forwarded ?? forwardedFor(randomAddress()), ...(cookie && { cookie }) },
  });
}

/** Makes attempts, fifty at a time; returns the number of responses by status. */
async function countStatuses(
  count: number,
  attempt: (index: number) => Promise<ApiResponse>,
): Promise<Record<number, number>> {
  const statuses: Record<number, number> = {};
  for (let start = 0; start < count; start += 50) {
    const size = Math.min(50, count - start);
    const responses = await Promise.all(Array.from({ length: size }, (_, offset) => attempt(start + offset)));
    for (const { status } of responses) statuses[status] = (statuses[status] ?? 0) + 1;
  }
  return statuses;
}

function expectRateLimited(response: ApiResponse, windowSeconds: number): void {
  expectFailure(response, 429, "too-many");
  const seconds = Number(response.headers.get("retry-after"));
  expect(seconds).toBeGreaterThan(windowSeconds / 2);
  expect(seconds).toBeLessThanOrEqual(windowSeconds);
  const expectedWait = seconds < 60 ? `${seconds} second` : `${Math.ceil(seconds / 60)} minute`;
  expect(response.body.error).toContain(`Please wait ${expectedWait}`);
}

/** The cookie that a response sets, as a browser sends it back. */
function cookieOf({ headers }: ApiResponse): string {
  const [cookie = ""] = (headers.getSetCookie()[0] ?? "").split(";");
  return cookie;
}

describe("guesses of a reset link", () => {
  let origin: string;
  beforeAll(async () => {
    origin = await serve(QUARTER_HOUR_SECONDS);
  });
  const useLink = (token: string, address = randomAddress()) =>
    call("POST", "/api/auth/reset-password", {
      origin,
      body: { token, newPassword: "battery staple" },
      headers: { "x-forwarded-for": forwardedFor(address) },
    });

  it("threat 37: are limited for each member, from all addresses together, and then the right link is refused, too", async () => {
    const [admin, member] = [await newAdmin(), await newMember()];
    const link = await call("POST", `/api/members/${member.uid}/reset-link`, { as: admin, body: {} });
    const guesses = await countStatuses(50, (index) => useLink(`${member.uid}.guess-${index}`));
    expect(guesses).toEqual({ 403: RESETS.member, 429: 50 - RESETS.member });
    expectRateLimited(await useLink(link.body.token), QUARTER_HOUR_SECONDS);
    expect((await db.doc(`resetLinks/${member.uid}`).get()).exists).toBe(true);
  });

  it("are limited for each address, over all members", async () => {
    const address = randomAddress();
    const guesses = await countStatuses(100, (index) => useLink(`${uniqueId("u")}.guess-${index}`, address));
    expect(guesses).toEqual({ 403: RESETS.address, 429: 100 - RESETS.address });
    expect((await useLink(`${uniqueId("u")}.guess`)).status).toBe(403);
  });
});

describe("password guesses", () => {
  let origin: string;
  let owner: Person;
  beforeAll(async () => {
    [origin, owner] = await Promise.all([serve(QUARTER_HOUR_SECONDS), newMember()]);
  });

  const logInAs = (person: Person, overrides: Partial<LoginAttempt> = {}) =>
    login(origin, { username: person.username, password: person.password, ...overrides });

  it("threat 13: 10 of 1,000 guesses from one address are checked, and the owner can log in from any other address", {
    timeout: patient(LONG_TIMEOUT_MS),
  }, async () => {
    const { username } = owner;
    const forwarded = forwardedFor(randomAddress());
    expect(await countStatuses(1_000, () => login(origin, { username, forwarded }))).toEqual({
      401: LOGINS.nameAtAddress,
      429: 1_000 - LOGINS.nameAtAddress,
    });
    expectRateLimited(await logInAs(owner, { forwarded }), QUARTER_HOUR_SECONDS);
    expect((await logInAs(owner)).status).toBe(200);
  });

  it("threat 13: 30 of 1,000 guesses from many addresses are checked, and the owner can log in from a known device", {
    timeout: patient(LONG_TIMEOUT_MS),
  }, async () => {
    const member = await newMember();
    const cookie = cookieOf(await logInAs(member));
    // Guesses in upper case count as guesses at the same name.
    const username = member.username.toUpperCase();
    expect(await countStatuses(1_000, () => login(origin, { username }))).toEqual({
      401: LOGINS.name,
      429: 1_000 - LOGINS.name,
    });
    expectRateLimited(await logInAs(member), QUARTER_HOUR_SECONDS);
    expect((await logInAs(member, { cookie })).status).toBe(200);
  });

  it("do not include correct logins: 100 correct logins from one address succeed, and do not reset the count of guesses", async () => {
    const [member, otherMember] = await Promise.all([newMember(), newMember()]);
    const forwarded = forwardedFor(randomAddress());
    const guess = () => login(origin, { username: otherMember.username, forwarded });
    expect(await countStatuses(LOGINS.nameAtAddress - 1, guess)).toEqual({ 401: LOGINS.nameAtAddress - 1 });
    // Log in five at a time, because a login counts as a guess until its password has been checked.
    for (let count = 0; count < 100; count += 5)
      expect(await countStatuses(5, () => logInAs(member, { forwarded }))).toEqual({ 200: 5 });
    expect(await countStatuses(20, guess)).toEqual({ 401: 1, 429: 19 });
    expect((await logInAs(member, { forwarded })).status).toBe(200);
  });

  it("threat 13: guesses at 100 names from one address are counted together, whatever address the client claims", async () => {
    const address = randomAddress();
    const statuses = await countStatuses(100, () =>
      login(origin, { username: uniqueId("nobody"), forwarded: forwardedFor(address, randomAddress()) }),
    );
    expect(statuses).toEqual({ 401: LOGINS.address, 429: 100 - LOGINS.address });
  });

  it("threat 13: a direct call of the function with a forged address is counted by the address that the platform sees", async () => {
    const hop = randomAddress();
    const statuses = await countStatuses(LOGINS.hop + 50, () =>
      login(origin, { username: uniqueId("nobody"), forwarded: `${randomAddress()}, ${hop}` }),
    );
    expect(statuses).toEqual({ 401: LOGINS.hop, 429: 50 });
    expectRateLimited(await login(origin, { username: uniqueId("nobody"), forwarded: hop }), QUARTER_HOUR_SECONDS);
  });

  it("threat 13: of 100 guesses at the same moment at most 10 are checked", async () => {
    const username = uniqueId("nobody");
    const forwarded = forwardedFor(randomAddress());
    const responses = await Promise.all(Array.from({ length: 100 }, () => login(origin, { username, forwarded })));
    expect(responses.filter(({ status }) => status === 401).length).toBeLessThanOrEqual(LOGINS.nameAtAddress);
    expect(responses.every(({ status }) => status === 401 || status === 429)).toBe(true);
  });

  it("threat 13: guesses with a stolen device cookie are limited too, and do not lock out the owner's other devices", async () => {
    const member = await newMember();
    const [stolenCookie, ownersCookie] = [cookieOf(await logInAs(member)), cookieOf(await logInAs(member))];
    const statuses = await countStatuses(50, () => login(origin, { username: member.username, cookie: stolenCookie }));
    expect(statuses).toEqual({ 401: LOGINS.device, 429: 50 - LOGINS.device });
    expect((await logInAs(member, { cookie: stolenCookie })).status).toBe(429);
    expect((await logInAs(member, { cookie: ownersCookie })).status).toBe(200);
    expect((await logInAs(member)).status).toBe(200);
  });

  it("threat 13: a login to one's own account allows no further guesses at another member's password", async () => {
    const [attacker, victim] = [await newMember(), await newMember()];
    const forwarded = forwardedFor(randomAddress());
    await countStatuses(LOGINS.nameAtAddress, () => login(origin, { username: victim.username, forwarded }));
    const cookie = cookieOf(await logInAs(attacker, { forwarded }));
    for (const overrides of [{}, { cookie }])
      expect((await login(origin, { username: victim.username, forwarded, ...overrides })).status).toBe(429);
  });

  describe("the cookie of a known device", () => {
    /** Creates a member and makes too many guesses at their password, so that only a known device can log in. */
    async function createAttackedMember(): Promise<{
      member: Person;
      cookie: string;
      canLogIn: (cookie: string) => Promise<boolean>;
    }> {
      const member = await newMember();
      const cookie = cookieOf(await logInAs(member));
      await countStatuses(LOGINS.name, () => login(origin, { username: member.username }));
      const canLogIn = async (cookie: string) => (await logInAs(member, { cookie })).status === 200;
      return { member, cookie, canLogIn };
    }

    it("works only for its own member and with a valid signature", async () => {
      const { cookie, canLogIn } = await createAttackedMember();
      const otherMember = await newMember();
      expect(await canLogIn(cookieOf(await logInAs(otherMember)))).toBe(false);
      const [content = "", signature = ""] = cookie.replace("__session=", "").split(".");
      const changedContent = Buffer.from(`${Buffer.from(content, "base64url")} `).toString("base64url");
      for (const value of [
        `${changedContent}.${signature}`,
        content,
        `${content}.`,
        `${signature}.${content}`,
        "x.y",
        "",
      ])
        expect(await canLogIn(`__session=${value}`)).toBe(false);
      expect(await canLogIn(`theme=dark; ${cookie}; other=1`)).toBe(true);
    });

    it("is invalid once all sessions of its member have ended", async () => {
      const { member, cookie, canLogIn } = await createAttackedMember();
      expect(await canLogIn(cookie)).toBe(true);
      // The API's clock may be a quarter of an hour ahead.
      await db
        .doc(`members/${member.uid}`)
        .update({ validSince: new Date(Date.now() + 2 * QUARTER_HOUR_SECONDS * 1000) });
      expect(await canLogIn(cookie)).toBe(false);
    });

    it("is invalid after a password change, which sets a new cookie", async () => {
      const { member, cookie, canLogIn } = await createAttackedMember();
      const body = { currentPassword: member.password, newPassword: "battery staple" };
      const passwordResponse = await call("POST", "/api/auth/password", { origin, as: member, body });
      expect(passwordResponse.status).toBe(200);
      member.password = body.newPassword;
      expect(await canLogIn(cookie)).toBe(false);
      expect(await canLogIn(cookieOf(passwordResponse))).toBe(true);
    });
  });

  it("at the member's own current password are limited to 10", async () => {
    const member = await newMember();
    const body = { currentPassword: WRONG_PASSWORD, newPassword: "battery staple" };
    const changePassword = () => call("POST", "/api/auth/password", { origin, as: member, body });
    expect(await countStatuses(20, changePassword)).toEqual({ 403: PASSWORD_CHANGES, 429: 20 - PASSWORD_CHANGES });
    expectRateLimited(await changePassword(), QUARTER_HOUR_SECONDS);
  });

  it("are allowed again when the time window has ended", async () => {
    const { username, password } = owner;
    const forwarded = forwardedFor(randomAddress());
    await countStatuses(LOGINS.nameAtAddress, () => login(origin, { username, forwarded }));
    expectRateLimited(await login(origin, { username, password, forwarded }), QUARTER_HOUR_SECONDS);
    const originInNextWindow = await serve(QUARTER_HOUR_SECONDS, 1);
    expect((await login(originInNextWindow, { username, password, forwarded })).status).toBe(200);
  });

  it("are refused with 503 while they cannot be counted", async () => {
    const { username, password } = owner;
    // Nothing listens on port 1.
    const apiWithoutFirestore = await serveFunctions({ env: { FIRESTORE_EMULATOR_HOST: "127.0.0.1:1" } });
    startedApis.push(apiWithoutFirestore);
    expectFailure(await login(apiWithoutFirestore.origin, { username, password }), 503, "unavailable");
  });
});

describe("registrations", () => {
  let origin: string;
  beforeAll(async () => {
    origin = await serve(HOUR_SECONDS);
  });

  const register = (username: string, forwarded: string, overrides: object = {}) =>
    call("POST", "/api/auth/register", {
      origin,
      body: { username, password: "correct horse", ...overrides },
      headers: { "x-forwarded-for": forwarded },
    });

  it("of one name are limited to 20 an hour", async () => {
    const username = uniqueId("m");
    const registerFromAnywhere = () => register(username, forwardedFor(randomAddress()));
    expect(await countStatuses(30, registerFromAnywhere)).toEqual({
      201: 1,
      409: REGISTRATIONS.name - 1,
      429: 30 - REGISTRATIONS.name,
    });
    expectRateLimited(await registerFromAnywhere(), HOUR_SECONDS);
  });

  it("from one address are limited to 100 an hour, not counting invalid ones", async () => {
    const address = randomAddress();
    expect((await register("x", forwardedFor(address))).status).toBe(400);
    expect((await register(uniqueId("m"), forwardedFor(address), { password: "short" })).status).toBe(400);
    expect(await countStatuses(110, () => register(uniqueId("m"), forwardedFor(address, randomAddress())))).toEqual({
      201: REGISTRATIONS.address,
      429: 10,
    });
    expect((await register(uniqueId("m"), forwardedFor(randomAddress()))).status).toBe(201);
  });
});

describe("a member's writes", () => {
  it("are limited to 120 a minute on all instances together; reads are not limited", async () => {
    const [member, otherMember] = [await newMember(), await newMember()];
    const instances = await Promise.all([serve(60), serve(60)]);
    const refusedIds: string[] = [];
    const write = async (index: number, as = member) => {
      const body = reportBody();
      const response = await call("POST", "/api/issues", { origin: instances[index % 2]!, as, body });
      if (response.status === 429) refusedIds.push(String(body.id));
      return response;
    };
    const statuses = await countStatuses(WRITES_PER_MINUTE + 30, (index) => write(index));
    // On a busy machine a filing may meet others for so long that it is not stored (409). It counts as a write.
    const { 201: writtenCount = 0, 409: conflictCount = 0, 429: refusedCount = 0 } = statuses;
    const countedCount = writtenCount + conflictCount;
    expect(countedCount + refusedCount).toBe(WRITES_PER_MINUTE + 30);
    expect(countedCount).toBeLessThanOrEqual(WRITES_PER_MINUTE);
    // Each of the two instances reserves ten writes at a time.
    expect(countedCount).toBeGreaterThan(WRITES_PER_MINUTE - 20);
    // It is enough to check three of them.
    for (const id of refusedIds.slice(0, 3)) expect((await db.doc(`issues/${id}`).get()).exists).toBe(false);

    const [origin] = instances;
    const refusedWrite = await write(0);
    expectFailure(refusedWrite, 429, "too-many");
    expect(Number(refusedWrite.headers.get("retry-after"))).toBeLessThanOrEqual(60);
    expect((await call("GET", "/api/me", { origin: origin!, as: member })).status).toBe(200);
    expect((await write(0, otherMember)).status).toBe(201);
  });
});

describe("threat 35: the texts of one member", () => {
  it("are limited to 2 MB a day: further reports, amendments and edits are refused, but no vote and nobody else's", {
    timeout: patient(LONG_TIMEOUT_MS),
  }, async () => {
    // The day cannot end in this quarter of an hour, and the members' tokens are still valid.
    const [origin, member, otherMember] = await Promise.all([serve(QUARTER_HOUR_SECONDS), newMember(), newMember()]);
    const longText = "测".repeat(10_000);
    const longTexts = {
      description: longText,
      reproductionSteps: longText,
      environmentInfo: longText,
      expectedResult: longText,
      actualResult: longText,
    };
    const file = (overrides: object, as = member) =>
      call("POST", "/api/issues", { origin, as, body: reportBody({ type: "bug", ...overrides }) });
    const id = (await file({})).body.issue.id as string;
    const statuses = await countStatuses(20, () => file(longTexts));
    expect(statuses).toEqual({ 201: Math.floor(TEXT_BYTES_PER_DAY / (5 * 3 * 10_000)), 429: expect.any(Number) });

    const amend = () => {
      const body = { issueId: id, text: longText.slice(0, LIMITS.amendmentLength) };
      return call("POST", "/api/issues/amendment", { origin, as: member, body });
    };
    // The report that did not fit was larger than an amendment, so some amendments still fit.
    expect(await countStatuses(10, amend)).toEqual({ 201: expect.any(Number), 429: expect.any(Number) });
    const edit = { title: "Edited", ...longTexts };
    for (const response of [
      await file(longTexts),
      await amend(),
      await call("PUT", `/api/issues/${id}/texts`, { origin, as: member, body: edit }),
    ]) {
      expectFailure(response, 429, "too-many");
      expect(Number(response.headers.get("retry-after"))).toBeLessThanOrEqual(DAY_SECONDS);
      expect(response.body.error).toMatch(
        /^You have stored as much text today .* Please wait \d+ \w+ and try again\.$/,
      );
    }
    expect((await call("PUT", `/api/issues/${id}/vote`, { origin, as: member, body: { voted: true } })).status).toBe(
      200,
    );
    expect((await file(longTexts, otherMember)).status).toBe(201);
  });
});

describe("edits of one report", () => {
  it("by one member are limited to 12 in 15 minutes, with those of its amendments; others can still edit theirs", async () => {
    const [origin, member, otherMember] = await Promise.all([serve(QUARTER_HOUR_SECONDS), newMember(), newMember()]);
    const [report, otherReport] = [await fileReport(member), await fileReport(member)];
    const amend = async (as: Person): Promise<string> =>
      (await call("POST", "/api/issues/amendment", { as, body: { issueId: report.id, text: "Seen again." } })).body
        .amendment.id;
    const [amendmentId, othersAmendmentId] = [await amend(member), await amend(otherMember)];
    const edit = (path: string, body: object, as = member) => call("PUT", `/api/issues/${path}`, { origin, as, body });
    const editTexts = (id: string, title: string) => edit(`${id}/texts`, { title, description: "See title." });
    // The API's clock is up to a quarter of an hour ahead, so the texts may be too old to be edited. That counts too.
    for (let count = 1; count < EDITS; count += 1) await editTexts(report.id, `Edit ${count}`);
    await edit(`${report.id}/amendments/${amendmentId}`, { text: "Edited." });
    expectRateLimited(await editTexts(report.id, "Once more"), QUARTER_HOUR_SECONDS);
    expectRateLimited(
      await edit(`${report.id}/amendments/${amendmentId}`, { text: "Once more." }),
      QUARTER_HOUR_SECONDS,
    );
    expect((await editTexts(otherReport.id, "Another report")).status).not.toBe(429);
    const othersEdit = await edit(`${report.id}/amendments/${othersAmendmentId}`, { text: "Edited." }, otherMember);
    expect(othersEdit.status).not.toBe(429);
  });
});

describe("the stored count of attempts", () => {
  it("has a number and an expiry time, and no name or address in plain text", async () => {
    const origin = await serve(QUARTER_HOUR_SECONDS);
    const [username, address] = [uniqueId("nobody"), randomAddress()];
    await login(origin, { username, forwarded: forwardedFor(address) });
    const { docs } = await db.collection("limits").get();
    const counters = docs.filter(({ id }) => id !== "key");
    // A wrong login counts for its name, its address, both together, and its hop.
    expect(counters.length).toBeGreaterThan(3);
    for (const counter of counters) {
      expect(counter.data()).toEqual({ count: expect.any(Number), expireAt: expect.anything() });
      expect(counter.id).not.toContain(username);
      expect(counter.id).not.toContain(address);
    }
  });
});

describe("the cookie of a login", () => {
  it("passes Hosting, and is hidden from scripts and other sites", async () => {
    const { username, password } = await newMember();
    const response = await call("POST", "/api/auth/login", { origin: ORIGIN, body: { username, password } });
    const [cookie = ""] = response.headers.getSetCookie();
    // Hosting passes on only a cookie with this name, and only in `private` responses. The cookie is valid for 90 days.
    expect(cookie).toMatch(/^__session=[\w.-]+; Path=\/api\/auth; Max-Age=7776000; HttpOnly; SameSite=Strict$/);
    expect(response.headers.get("cache-control")).toBe("private, no-store");
  });

  it("is sent back over HTTPS only, if it was not set in the emulator", async () => {
    const origin = await serve(QUARTER_HOUR_SECONDS);
    const { username, password } = await newMember();
    expect((await login(origin, { username, password })).headers.getSetCookie()[0]).toMatch(/; Secure$/);
  });
});
