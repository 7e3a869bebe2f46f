import type { Show, WireIssue } from "@logbook/domain";
import { beforeAll, describe, expect, it } from "vitest";
import { call, fileReport, newAdmin, newMember, type Person } from "../support/actors.ts";
import { eventually, uniqueId } from "../support/suite.ts";

const word = uniqueId("show").replaceAll("-", "");
let admin: Person;
let member: Person;
let other: Person;
let own: WireIssue;
let voted: WireIssue;
let answered: WireIssue;
let stepped: WireIssue;

beforeAll(async () => {
  [admin, member, other] = [await newAdmin(), await newMember(), await newMember()];
  const title = `${word} report`;
  own = await fileReport(member, { title });
  [voted, answered, stepped] = [
    await fileReport(other, { title }),
    await fileReport(other, { title }),
    await fileReport(other, { title }),
  ];
  await call("PUT", `/api/issues/${voted.id}/vote`, { as: member, body: { voted: true } });
  await call("POST", "/api/issues/amendment", { as: admin, body: { issueId: answered.id, text: "Thank you." } });
  await call("PUT", `/api/issues/${stepped.id}`, { as: admin, body: { status: "IN_PROGRESS" } });
});

const listOf = async (show: Show, as: Person, moreQuery = "") =>
  await call("GET", `/api/issues?search=${word}&pageSize=100&show=${show}${moreQuery}`, { as });
const idsOf = async (show: Show, as: Person, moreQuery = "") => {
  const { bugs, features } = (await listOf(show, as, moreQuery)).body;
  return [...bugs, ...features].map(({ id }: WireIssue) => id).sort();
};
const sortedIds = (...issues: WireIssue[]) => issues.map(({ id }) => id).sort();

describe("a list shows", () => {
  it("all reports, or the member's own", async () => {
    expect(await idsOf("all", member)).toEqual(sortedIds(own, voted, answered, stepped));
    expect(await idsOf("mine", member)).toEqual(sortedIds(own));
    expect(await idsOf("mine", other)).toEqual(sortedIds(voted, answered, stepped));
    expect(await idsOf("mine", admin)).toEqual([]);
  });

  it("the reports that wait for an answer: in their first status, and without an amendment by an admin", async () => {
    expect(await idsOf("unanswered", member)).toEqual(sortedIds(own, voted));
  });

  it("the reports that the member follows: by filing, by a vote, or by choice", async () => {
    const followed = await eventually("the author follows the report", async () => {
      const ids = await idsOf("following", member);
      return ids.includes(own.id) ? ids : null;
    });
    expect(followed).toEqual(sortedIds(own, voted));
    await call("PUT", `/api/issues/${stepped.id}/follow`, { as: member, body: { mode: "status" } });
    await call("PUT", `/api/issues/${voted.id}/follow`, { as: member, body: { mode: "none" } });
    expect(await idsOf("following", member)).toEqual(sortedIds(own, stepped));
  });

  it("only the reports that match the filters, sorted and paged as requested", async () => {
    expect(await idsOf("mine", other, "&status=IN_PROGRESS")).toEqual(sortedIds(stepped));
    expect(await idsOf("mine", other, "&type=feature")).toEqual([]);
    const { body } = await listOf("mine", other, "&sort=newest");
    expect(body.order).toEqual([stepped.id, answered.id, voted.id]);
    expect(body.page.total).toBe(3);
  });

  it("never another member's reports, so its response has no ETag", async () => {
    for (const show of ["mine", "following"] as const) {
      const list = await listOf(show, member);
      expect(list.headers.get("etag")).toBeNull();
      expect((await idsOf(show, other)).includes(own.id)).toBe(false);
    }
  });

  it("in its changes only reports of this tab", async () => {
    const since = "2020-01-01T00:00:00.000Z";
    const { body } = await call("GET", `/api/issues/changes?search=${word}&show=mine&since=${since}&ids=`, {
      as: member,
    });
    expect(body).toMatchObject({ total: 1, freshTotal: 1, fresh: [{ id: own.id }] });
  });

  it("nothing but an error 400 for an unknown `show`", async () => {
    expect((await call("GET", "/api/issues?show=theirs", { as: member })).status).toBe(400);
  });
});
