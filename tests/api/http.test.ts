import { beforeAll, describe, expect, it } from "vitest";
import { call, newMember, type Person } from "../support/actors.ts";
import { functionsOrigin, PROJECT } from "../support/suite.ts";
import { expectFailure } from "./expect-failure.ts";

let member: Person;
beforeAll(async () => {
  member = await newMember();
});

describe("the API", () => {
  it("also answers at the function's own address, not only through Hosting", async () => {
    const functionAddress = `${await functionsOrigin()}/${PROJECT}/us-central1/api`;
    const response = await fetch(`${functionAddress}/api/me`, {
      headers: { authorization: `Bearer ${member.idToken}` },
    });
    expect(await response.json()).toMatchObject({ success: true, user: { id: member.uid } });
  });
});

describe("a request for an unknown path or method", () => {
  it.each(["/api/nothing", "/api/issues/a/b", "/api/auth", "/api/attachments/a/b", "/api/Issues"])(
    "is answered with 404: %s",
    async (path) => {
      expectFailure(await call("GET", path), 404, "not-found");
    },
  );

  it.each([
    ["DELETE", "/api/issues", "GET, POST"],
    ["PATCH", "/api/issues/some-id", "GET, PUT, DELETE"],
    // The path is also that of a report with the id `amendment`.
    ["PATCH", "/api/issues/amendment", "GET, POST, PUT, DELETE"],
    ["GET", "/api/auth/login", "POST"],
    ["POST", "/api/attachments/u1/i1/f1", "GET"],
  ])("is answered with 405 and the allowed methods: %s %s", async (method, path, allow) => {
    const response = await call(method, path, method === "GET" ? {} : { body: {} });
    expectFailure(response, 405, "method-not-allowed");
    expect(response.headers.get("allow")).toBe(allow);
  });
});
