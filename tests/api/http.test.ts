import { LIMITS } from "@logbook/domain";
import { beforeAll, describe, expect, it } from "vitest";
import { call, newMember, type Person, report } from "../support/people.ts";
import { db, functionsOrigin, PROJECT, unique } from "../support/suite.ts";
import { expectFailure } from "./expect-failure.ts";

let member: Person;
beforeAll(async () => {
  member = await newMember();
});

async function expectNothingStored(work: (id: string) => Promise<void>): Promise<void> {
  const id = unique("never");
  await work(id);
  expect((await db.doc(`issues/${id}`).get()).exists).toBe(false);
}

describe("every answer", () => {
  it.each([
    ["GET", "/api/health", 200],
    ["GET", "/api/me", 401],
    ["GET", "/api/nothing", 404],
    ["PATCH", "/api/issues", 405],
  ])("%s %s forbids sniffing and storing", async (method, path, status) => {
    const answered = await call(method, path);
    expect(answered.status).toBe(status);
    expect(answered.headers.get("x-content-type-options")).toBe("nosniff");
    expect(answered.headers.get("cache-control")).toContain("no-store");
  });

  it("is the same at the function's own address", async () => {
    const address = `${await functionsOrigin()}/${PROJECT}/us-central1/api/api/me`;
    const response = await fetch(address, { headers: { authorization: `Bearer ${member.idToken}` } });
    expect(await response.json()).toMatchObject({ success: true, user: { id: member.uid } });
  });
});

describe("an address the API does not have", () => {
  it.each(["/api/nothing", "/api/issues/a/b", "/api/auth", "/api/attachments/a/b", "/api/Issues"])(
    "%s is 404",
    async (path) => {
      expectFailure(await call("GET", path), 404, "not-found");
    },
  );

  it.each([
    ["DELETE", "/api/issues", "GET, POST"],
    ["PATCH", "/api/issues/some-id", "PUT, DELETE"],
    ["GET", "/api/issues/amendment", "POST, PUT, DELETE"],
    ["GET", "/api/auth/login", "POST"],
    ["POST", "/api/attachments/u1/i1/f1", "GET"],
  ])("%s %s is 405 and says what it takes", async (method, path, allow) => {
    const answered = await call(method, path, method === "GET" ? {} : { body: {} });
    expectFailure(answered, 405, "method-not-allowed");
    expect(answered.headers.get("allow")).toBe(allow);
  });
});

describe("a body", () => {
  it("that is not JSON is 400, in the platform's words where it reads first", async () => {
    await expectNothingStored(async (id) => {
      const whole = JSON.stringify(report({ id }));
      for (const body of ["not json", whole.slice(0, -1), `${whole}x`, '"text"', "3"])
        expect((await call("POST", "/api/issues", { as: member, body })).status).toBe(400);
    });
  });

  it("that is no object is 400", async () => {
    expectFailure(await call("POST", "/api/issues", { as: member, body: [report()] }), 400, "bad-request");
  });

  it("of another content type is 415", async () => {
    await expectNothingStored(async (id) => {
      for (const type of ["text/plain", "application/x-www-form-urlencoded", "application/octet-stream"])
        expectFailure(
          await call("POST", "/api/issues", { as: member, body: report({ id }), headers: { "content-type": type } }),
          415,
          "unsupported-type",
        );
    });
  });

  it.each([
    ["one byte too large", LIMITS.bodyBytes + 1],
    ["31 MB", 31 * 1024 * 1024],
  ])("%s is 413", async (_, bytes) => {
    await expectNothingStored(async (id) => {
      const body = JSON.stringify(report({ id })).padEnd(bytes, " ");
      expectFailure(await call("POST", "/api/issues", { as: member, body }), 413, "too-large");
    });
  });

  it("just within the limit is read", async () => {
    const body = JSON.stringify({ username: "x", password: "x" }).padEnd(LIMITS.bodyBytes, " ");
    expectFailure(await call("POST", "/api/auth/login", { body }), 401, "invalid-credentials");
  });

  it("nested 100,000 deep breaks nothing", async () => {
    await expectNothingStored(async (id) => {
      const deep = "[".repeat(100_000) + "]".repeat(100_000);
      for (const field of ["title", "attachments", "unknown"]) {
        const body = `{"id":"${id}","type":"bug","description":"d","${field}":${deep}}`;
        expectFailure(await call("POST", "/api/issues", { as: member, body }), 400, "bad-request");
      }
      const text = JSON.stringify({ ...report({ id }), attachments: deep });
      expectFailure(await call("POST", "/api/issues", { as: member, body: text }), 400, "bad-request");
    });
    expect((await call("GET", "/api/health")).status).toBe(200);
  });

  it("cannot reach an object's prototype", async () => {
    await expectNothingStored(async (id) => {
      for (const key of ["__proto__", "constructor"]) {
        const body = JSON.stringify(report({ id })).replace("{", `{"${key}":{"isAdmin":true},`);
        expectFailure(await call("POST", "/api/issues", { as: member, body }), 400, "bad-request");
      }
    });
  });
});
