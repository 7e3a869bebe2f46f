import { createHash } from "node:crypto";
import { LIMITS } from "@logbook/domain";
import { beforeAll, describe, expect, it } from "vitest";
import { type ApiResponse, call, newAdmin, newMember, type Person } from "../support/actors.ts";
import { serveFunctions } from "../support/functions-process.ts";
import { db, uniqueId } from "../support/suite.ts";
import { expectFailure } from "./expect-failure.ts";
import { accessStatuses, ENDED_SESSION, VALID_SESSION } from "./session-access.ts";

const NEW_PASSWORD = "battery staple";
const MINUTE_MS = 60_000;

let admin: Person;
beforeAll(async () => {
  admin = await newAdmin();
});

const requestLink = (uid: string, as: Person = admin): Promise<ApiResponse> =>
  call("POST", `/api/members/${uid}/reset-link`, { as, body: {} });
async function makeLink({ uid }: Person, as?: Person): Promise<string> {
  const { status, body } = await requestLink(uid, as);
  expect(status).toBe(200);
  return body.token;
}
const useLink = (token: string, newPassword = NEW_PASSWORD, origin?: string): Promise<ApiResponse> =>
  call("POST", "/api/auth/reset-password", { body: { token, newPassword }, ...(origin && { origin }) });
const login = async ({ username }: Person, password: string): Promise<number> =>
  (await call("POST", "/api/auth/login", { body: { username, password } })).status;
const changeMember = (uid: string, body: object): Promise<ApiResponse> =>
  call("PUT", `/api/members/${uid}`, { as: admin, body });
const storedLink = ({ uid }: Person) => db.doc(`resetLinks/${uid}`).get();

/** Expects that a link does nothing: the member keeps the password and the session. */
async function expectVoid(token: string, member: Person): Promise<void> {
  expectFailure(await useLink(token), 403, "bad-link");
  expect(await login(member, NEW_PASSWORD)).toBe(401);
}

describe("a reset link", () => {
  it("threat 37: sets a new password once, ends every session, and is in the log", async () => {
    const member = await newMember();
    const token = await makeLink(member);
    expect(await accessStatuses(member)).toEqual(VALID_SESSION);
    expect((await useLink(token)).body).toEqual({ success: true });
    expect(await accessStatuses(member)).toEqual(ENDED_SESSION);
    expect(await login(member, member.password)).toBe(401);
    expect(await login(member, NEW_PASSWORD)).toBe(200);
    expect((await storedLink(member)).exists).toBe(false);
    const { acts } = (await call("GET", "/api/members/log", { as: admin })).body;
    expect(acts.slice(0, 2)).toMatchObject([
      { kind: "link-used", by: member.username, member: member.username },
      { kind: "link-made", by: admin.username, member: member.username },
    ]);

    expectFailure(await useLink(token, "another one"), 403, "bad-link");
    expect(await login(member, NEW_PASSWORD)).toBe(200);
  });

  it("threat 37: is stored only as a hash of 256 random bits", async () => {
    const member = await newMember();
    const { token, expiresAt } = (await requestLink(member.uid)).body;
    const [, secret] = token.split(".");
    expect(Buffer.from(secret, "base64url")).toHaveLength(32);
    const { hash, by, ...rest } = (await storedLink(member)).data()!;
    expect(hash).toBe(createHash("sha256").update(secret).digest("base64url"));
    expect(by).toBe(admin.uid);
    expect(Object.keys(rest)).toEqual(["expiresAt"]);
    expect(rest.expiresAt.toDate().toISOString()).toBe(expiresAt);
  });

  it("threat 37: works once if it is used twice at the same moment", async () => {
    for (let round = 0; round < 3; round += 1) {
      const member = await newMember();
      const token = await makeLink(member);
      const passwords = ["first password", "second password"];
      const responses = await Promise.all(passwords.map((password) => useLink(token, password)));
      expect(responses.map(({ status }) => status).sort()).toEqual([200, 403]);
      const [winner] = passwords.filter((_, index) => responses[index]!.status === 200);
      const logins = await Promise.all(passwords.map((password) => login(member, password)));
      expect(passwords.filter((_, index) => logins[index] === 200)).toEqual([winner]);
    }
  });

  it("is replaced by the next one", async () => {
    const member = await newMember();
    const [first, second] = [await makeLink(member), await makeLink(member)];
    await expectVoid(first, member);
    expect((await useLink(second)).status).toBe(200);
  });

  it("has the rules of a registration for the new password, and is not used up by one that breaks them", async () => {
    const member = await newMember();
    const token = await makeLink(member);
    expectFailure(await useLink(token, "      "), 400, "missing-fields");
    for (const password of ["12345", "x".repeat(LIMITS.passwordMax + 1)])
      expectFailure(await useLink(token, password), 400, "bad-request");
    const decomposed = "pässwörter".normalize("NFD");
    expect((await useLink(token, decomposed)).status).toBe(200);
    expect(await login(member, decomposed.normalize("NFC"))).toBe(200);
  });

  it("is valid for an hour, by the API's clock", { timeout: 60_000 }, async () => {
    const [early, late] = [await newMember(), await newMember()];
    const [earlyToken, lateToken] = [await makeLink(early), await makeLink(late)];
    const [before, after] = await Promise.all([serveLater(59 * MINUTE_MS), serveLater(60 * MINUTE_MS + 1000)]);
    expectFailure(await useLink(lateToken, NEW_PASSWORD, after.origin), 403, "bad-link");
    expect(await login(late, late.password)).toBe(200);
    expect((await useLink(earlyToken, NEW_PASSWORD, before.origin)).status).toBe(200);
    await Promise.all([before.stop(), after.stop()]);
  });

  it.each(["", ".", "nobody.secret", "a.b.c", "../x.y", "__x__.y", "x".repeat(300), "é.é"])(
    "is refused if its token is %j",
    async (token) => {
      expectFailure(await useLink(token), 403, "bad-link");
    },
  );

  it("does not open another member's account", async () => {
    const [member, victim] = [await newMember(), await newMember()];
    await makeLink(victim);
    const [, secret] = (await makeLink(member)).split(".");
    await expectVoid(`${victim.uid}.${secret}`, victim);
    await expectVoid(`${victim.uid}.`, victim);
  });
});

/** Serves the API with a clock that is ahead. */
function serveLater(aheadMs: number) {
  const script = `const RealDate = Date;
    globalThis.Date = class extends RealDate {
      constructor(...args) { args.length > 0 ? super(...args) : super(RealDate.now() + ${aheadMs}); }
      static now() { return RealDate.now() + ${aheadMs}; }
    };`;
  const preload = `--import=data:text/javascript,${encodeURIComponent(script)}`;
  return serveFunctions({ env: { NODE_OPTIONS: preload } });
}

describe("no link is made", () => {
  it("by a member, for oneself, for another admin, for a disabled or waiting member, or for nobody", async () => {
    const [member, otherAdmin, disabledMember, waiting] = await Promise.all([
      newMember(),
      newAdmin(),
      newMember(),
      newMember(),
    ]);
    await changeMember(disabledMember.uid, { disabled: true });
    await db.doc(`members/${waiting.uid}`).update({ disabled: true, state: "waiting" });
    for (const [target, as] of [
      [otherAdmin, member],
      [member, await newMember()],
      [admin, admin],
      [otherAdmin, admin],
      [disabledMember, admin],
      [waiting, admin],
    ] as const) {
      expectFailure(await requestLink(target.uid, as), 403, "forbidden");
      expect((await storedLink(target)).exists).toBe(false);
    }
    for (const uid of [uniqueId("nobody"), "__x__", ".."]) expectFailure(await requestLink(uid), 404, "not-found");
  });
});

describe("a link that was made", () => {
  it("is void once its member is an admin, also after they were demoted", async () => {
    const member = await newMember();
    const token = await makeLink(member);
    await changeMember(member.uid, { isAdmin: true });
    await expectVoid(token, member);
    await changeMember(member.uid, { isAdmin: false });
    await expectVoid(token, member);
  });

  it("is void once its member is disabled, also after they were enabled", async () => {
    const member = await newMember();
    const token = await makeLink(member);
    await changeMember(member.uid, { disabled: true });
    expectFailure(await useLink(token), 403, "bad-link");
    await changeMember(member.uid, { disabled: false });
    await expectVoid(token, member);
    expect(await login(member, member.password)).toBe(200);
  });

  // The command, or a hand, changes the member without removing the link.
  it.each([{ isAdmin: true }, { disabled: true }])("is void once its member's document says %o", async (fields) => {
    const member = await newMember();
    const token = await makeLink(member);
    await db.doc(`members/${member.uid}`).update(fields);
    expectFailure(await useLink(token), 403, "bad-link");
    expect((await storedLink(member)).exists).toBe(true);
  });

  it.each([{ isAdmin: false }, { disabled: true }])(
    "threat 37: is void once the admin who made it has been changed: %j",
    async (change) => {
      const [otherAdmin, member] = [await newAdmin(), await newMember()];
      const token = await makeLink(member, otherAdmin);
      await changeMember(otherAdmin.uid, change);
      await expectVoid(token, member);
      expect(await login(member, member.password)).toBe(200);
    },
  );
});
