import { LIMITS } from "@logbook/domain";
import { beforeAll, describe, expect, it } from "vitest";
import { call, fileReport, newMember, type Person } from "../support/actors.ts";
import { uniqueId } from "../support/suite.ts";
import { expectFailure } from "./expect-failure.ts";

let member: Person;
beforeAll(async () => {
  member = await newMember();
});

const requestAtPage = (path: string) =>
  call("GET", `/api/reports/at-page?path=${encodeURIComponent(path)}`, { as: member });

describe("GET /api/reports/at-page", () => {
  it("answers with the open reports about the page, as they are now", async () => {
    const path = `/${uniqueId("page")}`;
    const { id, number, title } = await fileReport(member, { websiteUrl: `https://dev.example.org${path}/` });
    await fileReport(member, { websiteUrl: `https://dev.example.org${path}/other` });
    const response = await requestAtPage(path);
    expect(response.status).toBe(200);
    expect(response.body.issues).toEqual([{ id, number, type: "bug", title, status: "OPEN", votes: 0 }]);
    await call("PUT", `/api/issues/${id}/vote`, { as: member, body: { voted: true } });
    expect((await requestAtPage(path)).body.issues).toMatchObject([{ id, votes: 1 }]);
  });

  it("refuses a path that is missing, too long or an address, and a caller without a session", async () => {
    for (const path of [`/${"x".repeat(LIMITS.urlLength)}`, "https://example.org/a"])
      expectFailure(await requestAtPage(path), 400, "bad-request");
    expectFailure(await call("GET", "/api/reports/at-page", { as: member }), 400, "bad-request");
    expectFailure(await call("GET", "/api/reports/at-page?path=/a"), 401, "unauthenticated");
  });
});
