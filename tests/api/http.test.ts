import { describe, expect, it } from "vitest";
import { call } from "../support/actors.ts";
import { expectFailure } from "./expect-failure.ts";

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
