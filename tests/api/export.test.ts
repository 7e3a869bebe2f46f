import { LIMITS, type Show, type WireIssue } from "@logbook/domain";
import { beforeAll, describe, expect, it } from "vitest";
import { call, fileReport, newAdmin, newMember, type Person } from "../support/actors.ts";
import { db, uniqueId } from "../support/suite.ts";
import { expectFailure } from "./expect-failure.ts";

let admin: Person;
let member: Person;
beforeAll(async () => {
  [admin, member] = [await newAdmin(), await newMember()];
});

const startExport = (query: string, as: Person = admin) => call("GET", `/api/export?${query}`, { as });
const readPart = (ids: readonly string[], since: string, as: Person = admin) =>
  call("GET", `/api/export/reports?since=${since}&ids=${ids.join(",")}`, { as });
const listIds = async (query: string) => {
  const { body } = await call("GET", `/api/issues?${query}`, { as: admin });
  return body.order as string[];
};
const vote = (as: Person, id: string) => call("PUT", `/api/issues/${id}/vote`, { as, body: { voted: true } });

describe("an export of the list", () => {
  it("has the ids of all pages, with the list's filters and order", async () => {
    const word = uniqueId("export");
    for (let index = 0; index < 12; index += 1)
      await fileReport(index % 3 === 0 ? admin : member, {
        title: `${word} ${index}`,
        type: index % 2 === 0 ? "bug" : "feature",
      });
    const query = `search=${word}&sort=newest`;
    const { status, body } = await startExport(query);
    expect(status).toBe(200);
    expect(body).toMatchObject({ total: 12, asOf: expect.any(String), revision: expect.any(Number) });
    expect(body.ids).toEqual([
      ...(await listIds(`${query}&pageSize=10`)),
      ...(await listIds(`${query}&pageSize=10&page=2`)),
    ]);
    expect((await startExport(`${query}&type=feature`)).body.ids).toEqual(await listIds(`${query}&type=feature`));
    const show: Show = "mine";
    expect((await startExport(`${query}&show=${show}`)).body.ids).toHaveLength(4);
  });

  it("has whole texts, amendments and numbers of votes, also of reports that lists shorten", async () => {
    const description = "長".repeat(LIMITS.textLength);
    const texts = { description, reproductionSteps: description, expectedResult: description };
    const report = await fileReport(member, { title: uniqueId("whole"), ...texts });
    await call("POST", "/api/issues/amendment", { as: admin, body: { issueId: report.id, text: "Seen it." } });
    await vote(admin, report.id);
    const { body: list } = await call("GET", `/api/issues?search=${report.title}`, { as: admin });
    expect(list.bugs[0].shortened).toBe(true);
    const start = await startExport(`search=${report.title}`);
    const { status, body } = await readPart(start.body.ids, start.body.asOf);
    expect(status).toBe(200);
    expect(body).toMatchObject({ answered: 1, missing: [], changed: [] });
    const { user, attachments, amendment, ...sameFields }: WireIssue = (
      await call("GET", `/api/issues/${report.id}`, { as: admin })
    ).body.issue;
    const expected = {
      ...sameFields,
      ...{ reporter: user.username, attachments: [], amendments: JSON.parse(amendment), votes: 1, description },
    };
    expect(body.reports).toEqual([expected]);
    expect(body.reports[0].amendments).toHaveLength(1);
  });

  it("answers at most 5 MB at once, far below the platform's 32 MB, and each report once", async () => {
    const ids = Array.from({ length: 12 }, () => uniqueId("r"));
    // In JSON a quotation mark takes two bytes.
    const description = '"'.repeat(400_000);
    await Promise.all(ids.map((id) => db.doc(`issues/${id}`).create({ type: "bug", title: id, description })));
    const read: string[] = [];
    let calls = 0;
    while (read.length < ids.length) {
      const { body } = await readPart(ids.slice(read.length), "2026-01-01T00:00:00.000Z");
      expect(Buffer.byteLength(JSON.stringify(body))).toBeLessThan(5 * 1024 ** 2);
      expect(body.answered).toBe(body.reports.length);
      expect(body.answered).toBeGreaterThan(0);
      read.push(...body.reports.map(({ title }: WireIssue) => title));
      calls += 1;
    }
    expect(read).toEqual(ids);
    expect(calls).toBeGreaterThan(2);
    await Promise.all(ids.map((id) => db.doc(`issues/${id}`).delete()));
  });

  it("names the reports that were deleted or changed, or got a vote, since the export began", async () => {
    const title = uniqueId("race");
    const [unchanged, deleted, voted, amended] = [
      await fileReport(member, { title }),
      await fileReport(member, { title }),
      await fileReport(member, { title }),
      await fileReport(member, { title }),
    ];
    const { body: start } = await startExport(`search=${title}`);
    await call("DELETE", `/api/issues/${deleted.id}`, { as: admin, body: {} });
    await vote(admin, voted.id);
    await call("POST", "/api/issues/amendment", { as: member, body: { issueId: amended.id, text: "More." } });
    const { body } = await readPart(start.ids, start.asOf);
    expect(start.ids).toHaveLength(4);
    expect(body.answered).toBe(4);
    expect(body.missing).toEqual([deleted.id]);
    expect(body.changed.sort()).toEqual([voted.id, amended.id].sort());
    expect(body.reports.map(({ id }: WireIssue) => id).sort()).toEqual([unchanged.id, voted.id, amended.id].sort());
  });

  it("is refused to everybody but admins", async () => {
    const { id, title } = await fileReport(member);
    const { body } = await startExport(`search=${encodeURIComponent(title)}`);
    expect(body.ids).toContain(id);
    expectFailure(await startExport("", member), 403, "forbidden");
    expectFailure(await readPart([id], body.asOf, member), 403, "forbidden");
  });
});
