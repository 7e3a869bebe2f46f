import type { WireChanges, WireIssue } from "@logbook/domain";
import { beforeAll, describe, expect, it } from "vitest";
import { call, fileReport, newAdmin, newMember, type Person } from "../support/actors.ts";
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

  it("contain the requested reports as they are now, whatever the filters, but no deleted report", async () => {
    const [steppedReport, deletedReport, unchangedReport] = [
      await fileReport(member),
      await fileReport(member),
      await fileReport(member),
    ];
    await call("PUT", `/api/issues/${steppedReport.id}`, { as: admin, body: { status: "IN_PROGRESS" } });
    await call("DELETE", `/api/issues/${deletedReport.id}`, { as: admin });
    // One id is requested twice, but its report is sent once.
    const ids = [unchangedReport.id, deletedReport.id, steppedReport.id, "never-there", unchangedReport.id].join(",");
    const { issues } = await readChanges({ ids, status: "CANCELLED" });
    expect(issues.map(({ id, status }) => [id, status])).toEqual([
      [unchangedReport.id, "OPEN"],
      [steppedReport.id, "IN_PROGRESS"],
    ]);
    expect(issues[0]).toEqual(unchangedReport);
  });

  it("contain the matching reports filed after `since`, in the list's order, without those requested by id", async () => {
    const searchWord = uniqueId("fresh");
    const oldReport = await fileReport(member, { title: `${searchWord} old` });
    const { asOf, revision } = await readList(`search=${searchWord}`);
    expect(asOf).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
    const [lowReport, urgentReport] = [
      await fileReport(member, { title: `${searchWord} low`, priority: "LOW" }),
      await fileReport(member, { title: `${searchWord} urgent`, priority: "CRITICAL" }),
    ];
    const requestedReport = await fileReport(member, { title: `${searchWord} requested` });
    await fileReport(member, { title: uniqueId("another") });
    await fileReport(member, { type: "feature", title: `${searchWord} feature` });
    await call("POST", "/api/issues/amendment", { as: member, body: { issueId: oldReport.id, text: "Not new." } });

    const changes = await readChanges({
      since: asOf,
      ids: requestedReport.id,
      search: searchWord.toUpperCase(),
      type: "bug",
    });
    expect(idsOf(changes.fresh)).toEqual([urgentReport.id, lowReport.id]);
    expect(idsOf(changes.issues)).toEqual([requestedReport.id]);
    // `total` counts all bugs with the search word, the old and the requested one too.
    expect(changes).toMatchObject({ freshTotal: 2, total: 4 });
    // Five reports and an amendment were written after the list was read.
    expect(changes.revision).toBeGreaterThanOrEqual(revision + 6);
    expect(changes.revision).toBeLessThanOrEqual(await boardRevision());
    expect(changes.asOf! > asOf).toBe(true);
    expect(changes.stats).toEqual((await readList("page=1")).stats);
    expect((await readChanges({ since: changes.asOf!, search: searchWord })).freshTotal).toBe(0);
  });

  it("are never cached", async () => {
    expect((await requestChanges({})).headers.get("cache-control")).toBe("no-store");
  });
});
