import type { SelectedReport, WireIssue } from "@logbook/domain";
import { beforeAll, describe, expect, it } from "vitest";
import { call, fileReport, newAdmin, newMember, type Person } from "../support/actors.ts";
import { uniqueId } from "../support/suite.ts";
import { expectFailure } from "./expect-failure.ts";

const searchWord = uniqueId("ids");
let admin: Person;
let member: Person;
let reports: WireIssue[];

const readIds = (query: Record<string, string>, as: Person | undefined = admin) =>
  call("GET", `/api/issues/ids?${new URLSearchParams({ search: searchWord, ...query })}`, { as });

beforeAll(async () => {
  [admin, member] = [await newAdmin(), await newMember()];
  reports = [];
  for (let number = 1; number <= 12; number += 1)
    reports.push(await fileReport(number === 12 ? admin : member, { title: `${searchWord} ${number}` }));
  await call("PUT", `/api/issues/${reports[0]!.id}`, { as: admin, body: { status: "IN_PROGRESS" } });
});

describe("GET /api/issues/ids", () => {
  it("lists all reports that a search finds, more than a page of the list has, in the list's order", async () => {
    const { status, body } = await readIds({});
    const query = new URLSearchParams({ search: searchWord, pageSize: "25" });
    const { bugs } = (await call("GET", `/api/issues?${query}`, { as: admin })).body;
    expect([status, body.total]).toEqual([200, 12]);
    expect(body.reports).toEqual(
      bugs.map(({ id, number, type, title, status }: WireIssue) => ({ id, number, type, title, status })),
    );
    expect(body.reports[0]).toMatchObject({ id: reports[0]!.id, status: "IN_PROGRESS" });
  });

  it("names the admin who has taken a report", async () => {
    const { id } = reports[4]!;
    const body = { taken: true, from: "" };
    expect((await call("PUT", `/api/issues/${id}/assignee`, { as: admin, body })).status).toBe(200);
    const taken = (await readIds({})).body.reports.filter(({ assignee }: SelectedReport) => assignee !== undefined);
    expect(taken).toEqual([expect.objectContaining({ id, assignee: admin.username })]);
  });

  it("keeps to the filters, the tab and the sort of the list", async () => {
    const idsOf = async (query: Record<string, string>) =>
      (await readIds(query)).body.reports.map(({ id }: SelectedReport) => id);
    expect(await idsOf({ status: "IN_PROGRESS" })).toEqual([reports[0]!.id]);
    expect(await idsOf({ show: "mine" })).toEqual([reports[11]!.id]);
    expect(await idsOf({ show: "following", sort: "newest" })).toEqual([reports[11]!.id]);
    expect(await idsOf({ sort: "newest" })).toEqual(reports.map(({ id }) => id).reverse());
    expect(await idsOf({ type: "feature" })).toEqual([]);
  });

  it("refuses members, callers without a session, and a page", async () => {
    expectFailure(await readIds({}, member), 403, "forbidden");
    expectFailure(await call("GET", "/api/issues/ids"), 401, "unauthenticated");
    expectFailure(await readIds({ page: "2" }), 400, "bad-request");
  });
});
