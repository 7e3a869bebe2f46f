import type { WireChanges, WireIssue } from "@logbook/domain";
import { beforeAll, describe, expect, it } from "vitest";
import { call, fileReport, newAdmin, newMember, newStranger, type Person } from "../support/actors.ts";
import { boardRevision } from "../support/board-moves.ts";
import { uniqueId } from "../support/suite.ts";
import { expectFailure } from "./expect-failure.ts";

let member: Person;
let admin: Person;
const LONG_AGO = "2000-01-01T00:00:00.000Z";

beforeAll(async () => {
  [member, admin] = [await newMember(), await newAdmin()];
});

const requestChanges = (query: Record<string, string>, as: Person | undefined = member) =>
  call("GET", `/api/issues/changes?${new URLSearchParams({ since: LONG_AGO, ids: "", ...query })}`, { as });

async function readChanges(query: Record<string, string>): Promise<WireChanges> {
  const { status, body } = await requestChanges(query);
  expect(status).toBe(200);
  return body as WireChanges;
}

const readList = async (query: string) => (await call("GET", `/api/issues?${query}`, { as: member })).body;
const idsOf = (issues: WireIssue[]) => issues.map(({ id }) => id);

describe("the changes of a list", () => {
  it("are sent to members only", async () => {
    expectFailure(await call("GET", `/api/issues/changes?since=${LONG_AGO}&ids=`), 401, "unauthenticated");
    expectFailure(await requestChanges({}, await newStranger()), 401, "unauthenticated");
  });

  it.each([
    ["since", ""],
    ["since", "yesterday"],
    ["since", "2025-09-01"],
    ["since", "2025-13-01T00:00:00.000Z"],
    ["since", "2025-09-01T00:00:00.000+02:00"],
    ["ids", "a b,cd"],
    ["ids", "ok,"],
    ["ids", "../x"],
    ["status", "DONE"],
    ["page", "1"],
  ])("are refused for %s=%s", async (key, value) => {
    expectFailure(await requestChanges({ [key]: value }), 400, "bad-request");
  });

  it("need the parameters since and ids", async () => {
    for (const query of [`since=${LONG_AGO}`, "ids="])
      expectFailure(await call("GET", `/api/issues/changes?${query}`, { as: member }), 400, "bad-request");
  });

  it("contain the requested reports in their current state whatever the filters, without deleted ones", async () => {
    const [stepped, gone, same] = [await fileReport(member), await fileReport(member), await fileReport(member)];
    await call("PUT", `/api/issues/${stepped.id}`, { as: admin, body: { status: "IN_PROGRESS" } });
    await call("DELETE", `/api/issues/${gone.id}`, { as: admin });
    const ids = [same.id, gone.id, stepped.id, "never-there", same.id].join(",");
    const { issues } = await readChanges({ ids, status: "CANCELLED" });
    expect(issues.map(({ id, status }) => [id, status])).toEqual([
      [same.id, "OPEN"],
      [stepped.id, "IN_PROGRESS"],
    ]);
    expect(issues[0]).toEqual(same);
  });

  it("contain the matching new reports in the list's order, without those requested by id or older than since", async () => {
    const word = uniqueId("fresh");
    const old = await fileReport(member, { title: `${word} old` });
    const { asOf, revision } = await readList(`search=${word}`);
    expect(asOf).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
    const [low, urgent] = [
      await fileReport(member, { title: `${word} low`, priority: "LOW" }),
      await fileReport(member, { title: `${word} urgent`, priority: "CRITICAL" }),
    ];
    const shown = await fileReport(member, { title: `${word} shown` });
    await fileReport(member, { title: uniqueId("another") });
    await fileReport(member, { type: "feature", title: `${word} feature` });
    await call("POST", "/api/issues/amendment", { as: member, body: { issueId: old.id, text: "Not new." } });

    const response = await readChanges({ since: asOf, ids: shown.id, search: word.toUpperCase(), type: "bug" });
    expect(idsOf(response.fresh)).toEqual([urgent.id, low.id]);
    expect(idsOf(response.issues)).toEqual([shown.id]);
    expect(response).toMatchObject({ freshTotal: 2, total: 4 });
    expect(response.revision).toBeGreaterThanOrEqual(revision + 6);
    expect(response.revision).toBeLessThanOrEqual(await boardRevision());
    expect(response.asOf! > asOf).toBe(true);
    expect(response.stats).toEqual((await readList("page=1")).stats);
    expect((await readChanges({ since: response.asOf!, search: word })).freshTotal).toBe(0);
  });

  it("are never cached", async () => {
    expect((await requestChanges({})).headers.get("cache-control")).toBe("no-store");
  });
});
