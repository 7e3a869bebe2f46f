import type { Show, WireIssue } from "@logbook/domain";
import { beforeAll, describe, expect, it } from "vitest";
import { call, fileReport, newAdmin, newMember, type Person } from "../support/actors.ts";
import { uniqueId } from "../support/suite.ts";

const searchWord = uniqueId("show");
let admin: Person;
let member: Person;
let otherMember: Person;
let ownReport: WireIssue;
let votedReport: WireIssue;
let answeredReport: WireIssue;
let steppedReport: WireIssue;

beforeAll(async () => {
  [admin, member, otherMember] = [await newAdmin(), await newMember(), await newMember()];
  const title = `${searchWord} report`;
  ownReport = await fileReport(member, { title });
  [votedReport, answeredReport, steppedReport] = [
    await fileReport(otherMember, { title }),
    await fileReport(otherMember, { title }),
    await fileReport(otherMember, { title }),
  ];
  await call("PUT", `/api/issues/${votedReport.id}/vote`, { as: member, body: { voted: true } });
  await call("POST", "/api/issues/amendment", { as: admin, body: { issueId: answeredReport.id, text: "Thank you." } });
  await call("PUT", `/api/issues/${steppedReport.id}`, { as: admin, body: { status: "IN_PROGRESS" } });
});

/** Requests the list of one tab of the dashboard, which the query parameter `show` names. */
const readList = async (show: Show, as: Person, moreQuery = "") =>
  await call("GET", `/api/issues?search=${searchWord}&pageSize=100&show=${show}${moreQuery}`, { as });
const readIds = async (show: Show, as: Person, moreQuery = "") => {
  const { bugs, features } = (await readList(show, as, moreQuery)).body;
  return [...bugs, ...features].map(({ id }: WireIssue) => id).sort();
};
const sortedIds = (...issues: WireIssue[]) => issues.map(({ id }) => id).sort();

describe("a list shows", () => {
  it("all reports, or the member's own", async () => {
    expect(await readIds("all", member)).toEqual(sortedIds(ownReport, votedReport, answeredReport, steppedReport));
    expect(await readIds("mine", member)).toEqual(sortedIds(ownReport));
    expect(await readIds("mine", otherMember)).toEqual(sortedIds(votedReport, answeredReport, steppedReport));
    expect(await readIds("mine", admin)).toEqual([]);
  });

  it("the reports that wait for an answer: in their first status, and without an amendment by an admin", async () => {
    expect(await readIds("unanswered", member)).toEqual(sortedIds(ownReport, votedReport));
  });

  it("of these the member's own", async () => {
    expect(await readIds("mine-unanswered", member)).toEqual(sortedIds(ownReport));
    expect(await readIds("mine-unanswered", otherMember)).toEqual(sortedIds(votedReport));
  });

  it("for each tab how many reports it has with the same search and filters, also with the changes", async () => {
    await call("PUT", `/api/issues/${answeredReport.id}/assignee`, { as: admin, body: { taken: true } });
    const tabsOf = async (show: Show, as: Person, moreQuery = "") => {
      const { body } = await readList(show, as, moreQuery);
      expect(body.tabs[show]).toBe(body.page.total);
      return body.tabs;
    };
    const countsOfMember = { all: 4, mine: 1, unanswered: 2, "mine-unanswered": 1 };
    expect(await tabsOf("all", member)).toEqual(countsOfMember);
    expect(await tabsOf("mine", member)).toEqual(countsOfMember);
    expect(await tabsOf("unanswered", otherMember)).toEqual({ all: 4, mine: 3, unanswered: 2, "mine-unanswered": 1 });
    expect(await tabsOf("all", admin)).toEqual({ all: 4, mine: 0, unanswered: 2, todo: 1, "mine-unanswered": 0 });
    expect(await tabsOf("following", member)).toEqual({ ...countsOfMember, following: 2 });
    expect(await tabsOf("all", member, "&status=IN_PROGRESS")).toEqual({
      all: 1,
      mine: 0,
      unanswered: 0,
      "mine-unanswered": 0,
    });
    const since = new Date().toISOString();
    const { body } = await call("GET", `/api/issues/changes?search=${searchWord}&since=${since}&ids=`, { as: member });
    expect(body.tabs).toEqual(countsOfMember);
  });

  it("a 304 to the member who has this list, and never to another member", async () => {
    const path = `/api/issues?search=${searchWord}&page=1`;
    const { headers } = await call("GET", path, { as: member });
    const statusFor = async (as: Person) =>
      (await call("GET", path, { as, headers: { "if-none-match": headers.get("etag")! } })).status;
    expect([await statusFor(member), await statusFor(otherMember)]).toEqual([304, 200]);
  });

  it("the reports that the member follows: by filing, by a vote, or by choice", async () => {
    expect(await readIds("following", member)).toEqual(sortedIds(ownReport, votedReport));
    await call("PUT", `/api/issues/${steppedReport.id}/follow`, { as: member, body: { mode: "status" } });
    await call("PUT", `/api/issues/${votedReport.id}/follow`, { as: member, body: { mode: "none" } });
    expect(await readIds("following", member)).toEqual(sortedIds(ownReport, steppedReport));
  });

  it("only the reports that match the filters, sorted and paged as requested", async () => {
    expect(await readIds("mine", otherMember, "&status=IN_PROGRESS")).toEqual(sortedIds(steppedReport));
    expect(await readIds("mine", otherMember, "&type=feature")).toEqual([]);
    const { body } = await readList("mine", otherMember, "&sort=newest");
    expect(body.order).toEqual([steppedReport.id, answeredReport.id, votedReport.id]);
    expect(body.page.total).toBe(3);
  });

  it("each member their own reports, in a response without an ETag", async () => {
    for (const show of ["mine", "following", "mine-unanswered"] as const) {
      const { headers } = await readList(show, member);
      expect(headers.get("etag")).toBeNull();
      expect((await readIds(show, otherMember)).includes(ownReport.id)).toBe(false);
    }
  });

  it("in the member's own tab only changes of the member's own reports", async () => {
    const longAgo = "2020-01-01T00:00:00.000Z";
    const { body } = await call("GET", `/api/issues/changes?search=${searchWord}&show=mine&since=${longAgo}&ids=`, {
      as: member,
    });
    expect(body).toMatchObject({ total: 1, freshTotal: 1, fresh: [{ id: ownReport.id }] });
  });

  it("an error 400 for an unknown tab", async () => {
    expect((await call("GET", "/api/issues?show=theirs", { as: member })).status).toBe(400);
  });
});
