import { randomInt } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type ApiResponse, call, newMember, type Person, reportBody } from "../support/actors.ts";
import { type RunningApi, serveFunctions } from "../support/functions-process.ts";
import { db, uniqueId } from "../support/suite.ts";
import { expectFailure } from "./expect-failure.ts";

// The same as in functions/src/limits/table.ts.
const QUARTER_HOUR_S = 15 * 60;
const HOUR_SECONDS = 60 * 60;
const LOGINS = { nameAtAddress: 10, name: 30, hop: 300, device: 10 };
const REGISTRATIONS = { name: 20, address: 100 };
const PASSWORD_CHANGES = 10;
const WRITES = 120;

// A thousand calls are slow on a busy machine.
const LONG_TIMEOUT_MS = 180_000;

const startedApis: RunningApi[] = [];

/**
 * Serves the API with production's limits and a clock that starts with a time window of `windowSeconds` seconds: the
 * next one, or the one `windowsLater` windows after it. So no test runs across two windows or waits for a new one.
 */
async function serve(windowSeconds: number, windowsLater = 0): Promise<string> {
  const start = (Math.ceil(Date.now() / (windowSeconds * 1000)) + windowsLater) * windowSeconds * 1000;
  const clock = `const Real = Date;
    const ahead = ${start} - Real.now();
    globalThis.Date = class extends Real {
      constructor(...args) { args.length > 0 ? super(...args) : super(Real.now() + ahead); }
      static now() { return Real.now() + ahead; }
    };`;
  const preload = `--import=data:text/javascript,${encodeURIComponent(clock)}`;
  const served = await serveFunctions({ env: { LIMITS_WIDTH: "1", NODE_OPTIONS: preload } });
  startedApis.push(served);
  return served.origin;
}

afterAll(async () => {
  await Promise.all(startedApis.map(({ stop }) => stop()));
});

const randomAddress = (): string => Array.from({ length: 4 }, () => randomInt(1, 255)).join(".");

/** The X-Forwarded-For that the API gets: addresses that the client claims, the client's own, and one of Hosting's. */
const forwardedFor = (address: string, ...claimed: string[]): string =>
  [...claimed, address, randomAddress()].join(", ");

interface Attempt {
  username: string;
  password?: string;
  forwarded?: string;
  cookie?: string;
}

function login(
  origin: string,
  { username, password = "not this one", forwarded, cookie }: Attempt,
): Promise<ApiResponse> {
  return call("POST", "/api/auth/login", {
    origin,
    body: { username, password },
    headers: { "x-forwarded-for": forwarded ?? forwardedFor(randomAddress()), ...(cookie && { cookie }) },
  });
}

/** Makes attempts, fifty at a time; returns the number of responses by status. */
async function repeat(
  count: number,
  attempt: (index: number) => Promise<ApiResponse>,
): Promise<Record<number, number>> {
  const statuses: Record<number, number> = {};
  for (let from = 0; from < count; from += 50) {
    const size = Math.min(50, count - from);
    for (const { status } of await Promise.all(Array.from({ length: size }, (_, offset) => attempt(from + offset))))
      statuses[status] = (statuses[status] ?? 0) + 1;
  }
  return statuses;
}

function expectRateLimited(response: ApiResponse, windowSeconds: number): void {
  expectFailure(response, 429, "too-many");
  const seconds = Number(response.headers.get("retry-after"));
  expect(seconds).toBeGreaterThan(windowSeconds / 2);
  expect(seconds).toBeLessThanOrEqual(windowSeconds);
  const words = seconds < 60 ? `${seconds} second` : `${Math.ceil(seconds / 60)} minute`;
  expect(response.body.error).toContain(`Please wait ${words}`);
}

/** The cookie that a response sets, as a browser sends it back. */
function cookieOf({ headers }: ApiResponse): string {
  const [cookie = ""] = (headers.getSetCookie()[0] ?? "").split(";");
  return cookie;
}

describe("password guesses", () => {
  let origin: string;
  let owner: Person;
  beforeAll(async () => {
    [origin, owner] = await Promise.all([serve(QUARTER_HOUR_S), newMember()]);
  });

  const signIn = (person: Person, overrides: Partial<Attempt> = {}) =>
    login(origin, { username: person.username, password: person.password, ...overrides });

  it("threat 13: 10 of 1,000 guesses from one address are checked, and the owner can log in from any other address", {
    timeout: LONG_TIMEOUT_MS,
  }, async () => {
    const { username } = owner;
    const forwarded = forwardedFor(randomAddress());
    expect(await repeat(1_000, () => login(origin, { username, forwarded }))).toEqual({
      401: LOGINS.nameAtAddress,
      429: 1_000 - LOGINS.nameAtAddress,
    });
    expectRateLimited(await signIn(owner, { forwarded }), QUARTER_HOUR_S);
    expect((await signIn(owner)).status).toBe(200);
  });

  it("threat 13: 30 of 1,000 guesses from many addresses are checked, and the owner can log in from a known device", {
    timeout: LONG_TIMEOUT_MS,
  }, async () => {
    const member = await newMember();
    const cookie = cookieOf(await signIn(member));
    const username = member.username.toUpperCase();
    expect(await repeat(1_000, () => login(origin, { username }))).toEqual({
      401: LOGINS.name,
      429: 1_000 - LOGINS.name,
    });
    expectRateLimited(await signIn(member), QUARTER_HOUR_S);
    expect((await signIn(member, { cookie })).status).toBe(200);
  });

  it("do not include correct logins: 100 of them behind one address succeed, and do not reset the count of wrong ones", async () => {
    const [member, other] = await Promise.all([newMember(), newMember()]);
    const forwarded = forwardedFor(randomAddress());
    const wrong = () => login(origin, { username: other.username, forwarded });
    expect(await repeat(LOGINS.nameAtAddress - 1, wrong)).toEqual({ 401: LOGINS.nameAtAddress - 1 });
    for (let count = 0; count < 100; count += 5)
      expect(await repeat(5, () => signIn(member, { forwarded }))).toEqual({ 200: 5 });
    expect(await repeat(20, wrong)).toEqual({ 401: 1, 429: 19 });
    expect((await signIn(member, { forwarded })).status).toBe(200);
  });

  it("threat 13: guesses at 100 names from one address are counted together, whatever address the client claims", async () => {
    const address = randomAddress();
    const statuses = await repeat(100, () =>
      login(origin, { username: uniqueId("nobody"), forwarded: forwardedFor(address, randomAddress()) }),
    );
    expect(statuses).toEqual({ 401: 60, 429: 40 });
  });

  it("threat 13: a direct call of the function with a forged address is counted by the address that the platform sees", async () => {
    const hop = randomAddress();
    const statuses = await repeat(LOGINS.hop + 50, () =>
      login(origin, { username: uniqueId("nobody"), forwarded: `${randomAddress()}, ${hop}` }),
    );
    expect(statuses).toEqual({ 401: LOGINS.hop, 429: 50 });
    expectRateLimited(await login(origin, { username: uniqueId("nobody"), forwarded: hop }), QUARTER_HOUR_S);
  });

  it("threat 13: of 100 guesses at the same moment no more than the limit are checked", async () => {
    const username = uniqueId("nobody");
    const forwarded = forwardedFor(randomAddress());
    const responses = await Promise.all(Array.from({ length: 100 }, () => login(origin, { username, forwarded })));
    expect(responses.filter(({ status }) => status === 401).length).toBeLessThanOrEqual(LOGINS.nameAtAddress);
    expect(responses.every(({ status }) => status === 401 || status === 429)).toBe(true);
  });

  it("threat 13: guesses with a stolen device cookie are limited too, and do not lock out the owner's other devices", async () => {
    const member = await newMember();
    const [stolen, other] = [cookieOf(await signIn(member)), cookieOf(await signIn(member))];
    const statuses = await repeat(50, () => login(origin, { username: member.username, cookie: stolen }));
    expect(statuses).toEqual({ 401: LOGINS.device, 429: 50 - LOGINS.device });
    expect((await signIn(member, { cookie: stolen })).status).toBe(429);
    expect((await signIn(member, { cookie: other })).status).toBe(200);
    expect((await signIn(member)).status).toBe(200);
  });

  it("threat 13: logging in to one's own account allows no further guesses at another's", async () => {
    const [attacker, victim] = [await newMember(), await newMember()];
    const forwarded = forwardedFor(randomAddress());
    await repeat(LOGINS.nameAtAddress, () => login(origin, { username: victim.username, forwarded }));
    const cookie = cookieOf(await signIn(attacker, { forwarded }));
    for (const overrides of [{}, { cookie }])
      expect((await login(origin, { username: victim.username, forwarded, ...overrides })).status).toBe(429);
  });

  describe("the cookie of a known device", () => {
    /** A member whose name is under attack, so that only a known device can log in. */
    async function attackedMember(): Promise<{
      member: Person;
      cookie: string;
      isKnown: (cookie: string) => Promise<boolean>;
    }> {
      const member = await newMember();
      const cookie = cookieOf(await signIn(member));
      await repeat(LOGINS.name, () => login(origin, { username: member.username }));
      const isKnown = async (cookie: string) => (await signIn(member, { cookie })).status === 200;
      return { member, cookie, isKnown };
    }

    it("works only for its own member and with a valid signature", async () => {
      const { cookie, isKnown } = await attackedMember();
      const other = await newMember();
      expect(await isKnown(cookieOf(await signIn(other)))).toBe(false);
      const [content = "", signature = ""] = cookie.replace("__session=", "").split(".");
      const changed = Buffer.from(`${Buffer.from(content, "base64url")} `).toString("base64url");
      for (const value of [`${changed}.${signature}`, content, `${content}.`, `${signature}.${content}`, "x.y", ""])
        expect(await isKnown(`__session=${value}`)).toBe(false);
      expect(await isKnown(`theme=dark; ${cookie}; other=1`)).toBe(true);
    });

    it("is invalid once all sessions of its member have ended", async () => {
      const { member, cookie, isKnown } = await attackedMember();
      expect(await isKnown(cookie)).toBe(true);
      await db.doc(`members/${member.uid}`).update({ validSince: new Date(Date.now() + 2 * QUARTER_HOUR_S * 1000) });
      expect(await isKnown(cookie)).toBe(false);
    });

    it("is invalid after a password change, which sets a new one", async () => {
      const { member, cookie, isKnown } = await attackedMember();
      const body = { currentPassword: member.password, newPassword: "battery staple" };
      const changed = await call("POST", "/api/auth/password", { origin, as: member, body });
      expect(changed.status).toBe(200);
      member.password = body.newPassword;
      expect(await isKnown(cookie)).toBe(false);
      expect(await isKnown(cookieOf(changed))).toBe(true);
    });
  });

  it("at the member's own current password are limited to 10", async () => {
    const member = await newMember();
    const body = { currentPassword: "not this one", newPassword: "battery staple" };
    const change = () => call("POST", "/api/auth/password", { origin, as: member, body });
    expect(await repeat(20, change)).toEqual({ 403: PASSWORD_CHANGES, 429: 20 - PASSWORD_CHANGES });
    expectRateLimited(await change(), QUARTER_HOUR_S);
  });

  it("are allowed again when the time window has ended", async () => {
    const { username, password } = owner;
    const forwarded = forwardedFor(randomAddress());
    await repeat(LOGINS.nameAtAddress, () => login(origin, { username, forwarded }));
    expectRateLimited(await login(origin, { username, password, forwarded }), QUARTER_HOUR_S);
    const nextWindow = await serve(QUARTER_HOUR_S, 1);
    expect((await login(nextWindow, { username, password, forwarded })).status).toBe(200);
  });

  it("are refused with 503 while they cannot be counted", async () => {
    const { username, password } = owner;
    const withoutFirestore = await serveFunctions({ env: { FIRESTORE_EMULATOR_HOST: "127.0.0.1:1" } });
    startedApis.push(withoutFirestore);
    expectFailure(await login(withoutFirestore.origin, { username, password }), 503, "unavailable");
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
    const forwarded = () => forwardedFor(randomAddress());
    expect(await repeat(30, () => register(username, forwarded()))).toEqual({
      201: 1,
      409: REGISTRATIONS.name - 1,
      429: 30 - REGISTRATIONS.name,
    });
    expectRateLimited(await register(username, forwarded()), HOUR_SECONDS);
  });

  it("from one address are limited to 100 an hour, not counting invalid ones", async () => {
    const address = randomAddress();
    expect((await register("x", forwardedFor(address))).status).toBe(400);
    expect((await register(uniqueId("m"), forwardedFor(address), { password: "short" })).status).toBe(400);
    expect(await repeat(110, () => register(uniqueId("m"), forwardedFor(address, randomAddress())))).toEqual({
      201: REGISTRATIONS.address,
      429: 10,
    });
    expect((await register(uniqueId("m"), forwardedFor(randomAddress()))).status).toBe(201);
  });
});

describe("a member's writes", () => {
  it("are limited to 120 a minute on all instances together; reads are not limited", async () => {
    const [member, other] = [await newMember(), await newMember()];
    const instances = await Promise.all([serve(60), serve(60)]);
    const refusedIds: string[] = [];
    const write = async (index: number, as = member) => {
      const body = reportBody();
      const response = await call("POST", "/api/issues", { origin: instances[index % 2]!, as, body });
      if (response.status === 429) refusedIds.push(String(body.id));
      return response;
    };
    const { 201: written = 0, 429: refused = 0 } = await repeat(WRITES + 30, (index) => write(index));
    expect(written + refused).toBe(WRITES + 30);
    expect(written).toBeLessThanOrEqual(WRITES);
    // Each instance reserves ten writes at a time.
    expect(written).toBeGreaterThan(WRITES - 20);
    for (const id of refusedIds.slice(0, 3)) expect((await db.doc(`issues/${id}`).get()).exists).toBe(false);

    const [origin] = instances;
    const refusedWrite = await write(0);
    expectFailure(refusedWrite, 429, "too-many");
    expect(Number(refusedWrite.headers.get("retry-after"))).toBeLessThanOrEqual(60);
    expect((await call("GET", "/api/me", { origin: origin!, as: member })).status).toBe(200);
    expect((await write(0, other)).status).toBe(201);
  });
});

describe("the stored count of attempts", () => {
  it("has a number and an expiry time, and no name or address in plain text", async () => {
    const origin = await serve(QUARTER_HOUR_S);
    const [username, address] = [uniqueId("nobody"), randomAddress()];
    await login(origin, { username, forwarded: forwardedFor(address) });
    const { docs } = await db.collection("limits").get();
    const counters = docs.filter(({ id }) => id !== "key");
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
    const response = await call("POST", "/api/auth/login", { body: { username, password } });
    const [cookie = ""] = response.headers.getSetCookie();
    expect(cookie).toMatch(/^__session=[\w.-]+; Path=\/api\/auth; Max-Age=7776000; HttpOnly; SameSite=Strict$/);
    expect(response.headers.get("cache-control")).toBe("private, no-store");
  });

  it("is sent over HTTPS only, except in the emulator", async () => {
    const origin = await serve(QUARTER_HOUR_S);
    const { username, password } = await newMember();
    expect((await login(origin, { username, password })).headers.getSetCookie()[0]).toMatch(/; Secure$/);
  });
});
