import { beforeAll, describe, expect, it } from "vitest";
import { call, newAdmin, newMember, type Person, reportBody } from "../support/actors.ts";
import { uniqueId } from "../support/suite.ts";
import { expectFailure } from "./expect-failure.ts";

let member: Person;
let admin: Person;
const reportId = uniqueId("r");

const sendGet = (path: string, query: Record<string, string>) =>
  call("GET", `${path}?${new URLSearchParams(query)}`, { as: member });
const readSearchHelp = async (query: Record<string, string>) => (await sendGet("/api/reports/search-help", query)).body;
const searchIds = async (search: string): Promise<string[]> => {
  const { bugs, features } = (await sendGet("/api/issues", { search })).body;
  return [...bugs, ...features].map((issue: { id: string }) => issue.id);
};

beforeAll(async () => {
  [member, admin] = [await newMember(), await newAdmin()];
  await call("POST", "/api/issues", {
    as: member,
    body: reportBody({ id: reportId, title: "Xylophone keyboard shortcuts" }),
  });
  const body = { issueId: reportId, text: "The same with a Glockenspiel." };
  expect((await call("POST", "/api/issues/amendment", { as: admin, body })).status).toBe(201);
});

describe("GET /api/reports/search-help", () => {
  it("corrects typing errors, and counts the reports that have the text in an amendment", async () => {
    expect(await readSearchHelp({ search: "xylofone keybord" })).toEqual({
      success: true,
      didYouMean: "xylophone keyboard",
      inAmendments: 0,
      closest: [expect.objectContaining({ id: reportId, title: "Xylophone keyboard shortcuts" })],
    });
    expect(await readSearchHelp({ search: "GLOCKENSPIEL" })).toEqual({
      success: true,
      didYouMean: null,
      inAmendments: 1,
      closest: [],
    });
    expect(await readSearchHelp({ search: "glockenspiel", type: "feature" })).toMatchObject({ inAmendments: 0 });
  });

  it("never names a report that is in the trash", async () => {
    const id = uniqueId("r");
    await call("POST", "/api/issues", { as: member, body: reportBody({ id, title: "Theodolite calibration drifts" }) });
    const closestIds = async () =>
      (await readSearchHelp({ search: "broken theodolite" })).closest.map((report: { id: string }) => report.id);
    expect(await closestIds()).toEqual([id]);
    expect((await call("DELETE", `/api/issues/${id}`, { as: admin, body: {} })).status).toBe(200);
    expect(await closestIds()).toEqual([]);
    expect((await call("POST", `/api/trash/${id}/restore`, { as: admin, body: {} })).status).toBe(200);
    expect(await closestIds()).toEqual([id]);
  });

  it("refuses unknown filters, and a caller without a session", async () => {
    expectFailure(await sendGet("/api/reports/search-help", { colour: "red" }), 400, "bad-request");
    expectFailure(await call("GET", "/api/reports/search-help?search=x"), 401, "unauthenticated");
  });
});

describe("operators in the search of GET /api/issues", () => {
  it("narrow the list, and find amendments as soon as they are added", async () => {
    const { number } = (await sendGet(`/api/issues/${reportId}`, {})).body.issue;
    for (const search of [`by:${member.username} xylophone`, "is:open is:bug xylophone", "in:amendments glockenspiel"])
      expect(await searchIds(search), search).toEqual([reportId]);
    expect(await searchIds(`#${number}`)).toContain(reportId);
    for (const search of [`by:${admin.username} xylophone`, "is:closed xylophone", "glockenspiel"])
      expect(await searchIds(search), search).toEqual([]);
    const body = { issueId: reportId, text: "And with a Theremin." };
    await call("POST", "/api/issues/amendment", { as: member, body });
    expect(await searchIds("in:amendments theremin")).toEqual([reportId]);
  });
});
