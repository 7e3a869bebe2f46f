import type { WireEvent } from "@logbook/domain";
import { beforeAll, describe, expect, it } from "vitest";
import { call, fileReport, newAdmin, newMember, type Person, reportBody } from "../support/actors.ts";
import { runJob } from "../support/functions-process.ts";
import { db, eventually, uniqueId } from "../support/suite.ts";
import { expectFailure } from "./expect-failure.ts";

let admin: Person;
let member: Person;
beforeAll(async () => {
  admin = await newAdmin();
  member = await newMember();
});

const lastNumber = async (): Promise<number> => (await db.doc("boards/main").get()).get("lastNumber") ?? 0;
const page = (reference: string | number, as: Person = member) => call("GET", `/api/reports/${reference}`, { as });
const create = (id = uniqueId("n")) => call("POST", "/api/issues", { as: member, body: reportBody({ id }) });

/** A report as an import writes it, without a number. */
async function importReport(createdAt: Date): Promise<string> {
  const { id: source } = await fileReport(member);
  const { number: _, ...fields } = (await db.doc(`issues/${source}`).get()).data()!;
  const id = uniqueId("imported");
  await db.doc(`issues/${id}`).set({ ...fields, createdAt });
  return id;
}

describe("report numbers", () => {
  it("are given one after the other, and are in the list and in the response", async () => {
    const before = await lastNumber();
    const title = uniqueId("Numbered");
    const first = await fileReport(member, { title });
    const second = await fileReport(admin, { title });
    expect([first.number, second.number]).toEqual([before + 1, before + 2]);
    expect(await lastNumber()).toBe(before + 2);
    const { body } = await call("GET", `/api/issues?page=1&search=${title}`, { as: member });
    const listed: { number: number }[] = [...body.bugs, ...body.features];
    expect(listed.map(({ number }) => number).sort((a, b) => a - b)).toEqual([before + 1, before + 2]);
  });

  it("of 20 reports filed at once are consecutive", async () => {
    const before = await lastNumber();
    const responses = await Promise.all(Array.from({ length: 20 }, () => create()));
    expect(responses.map(({ status }) => status)).toEqual(responses.map(() => 201));
    const numbers = responses.map(({ body }) => body.issue.number as number).sort((a, b) => a - b);
    expect(numbers).toEqual(responses.map((_, index) => before + 1 + index));
    expect(await lastNumber()).toBe(before + 20);
  });

  it("stay the same when a report is sent twice", async () => {
    const id = uniqueId("twice");
    const [first, again] = [await create(id), await create(id)];
    expect(again.body.issue.number).toBe(first.body.issue.number);
    expect(await lastNumber()).toBe(first.body.issue.number);
  });

  it("are not used again after a deletion, and a restored report has its own", async () => {
    const { id, number } = await fileReport(member);
    await call("DELETE", `/api/issues/${id}`, { as: admin });
    expect((await fileReport(member)).number).toBe(number! + 1);
    const restored = await call("POST", `/api/trash/${id}/restore`, { as: admin, body: {} });
    expect(restored.body.issue.number).toBe(number);
    expect((await fileReport(member)).number).toBe(number! + 2);
  });

  it("are given to imported reports by a job, oldest first", async () => {
    const later = await importReport(new Date("2020-02-02"));
    const earlier = await importReport(new Date("2020-01-01"));
    // A trigger moves the board after a write that bypassed the rules; then the API knows the report.
    for (const id of [later, earlier]) {
      const imported = await eventually("the imported report's page", async () => {
        const response = await page(id);
        return response.status === 200 ? response : null;
      });
      expect(imported.body.issue.number).toBeNull();
    }
    const before = await lastNumber();
    expect(await runJob("numbers")).toMatch(/^[1-9]\d* reports? got a number\.$/);
    const numbers = await Promise.all([earlier, later].map(async (id) => (await page(id)).body.issue.number));
    expect(numbers[1]).toBeGreaterThan(numbers[0]);
    expect(numbers[0]).toBeGreaterThan(before);
    expect(await lastNumber()).toBeGreaterThanOrEqual(numbers[1]);
    expect(await runJob("numbers")).toBe("0 reports got a number.");
    expect((await fileReport(member)).number).toBe((await lastNumber()) as number);
  });
});

describe("a report's page", () => {
  it("is found by number and by id, whole and with its history", async () => {
    const { id, number } = await fileReport(member);
    await call("PUT", `/api/issues/${id}`, { as: admin, body: { status: "IN_PROGRESS" } });
    await call("POST", "/api/issues/amendment", { as: member, body: { issueId: id, text: "Thanks." } });
    const events = await eventually("the history of a step", async () => {
      const { body } = await page(number!);
      const found = body.events as WireEvent[];
      return found.some(({ kind }) => kind === "status") ? found : null;
    });
    expect(events).toEqual([
      { kind: "created", by: member.username, at: expect.any(String) },
      { kind: "status", from: "OPEN", to: "IN_PROGRESS", by: admin.username, at: expect.any(String) },
    ]);
    const [byNumber, byId] = [await page(number!), await page(id)];
    expect(byNumber.status).toBe(200);
    expect(byNumber.body.issue).toEqual(byId.body.issue);
    expect(byNumber.body.issue).toMatchObject({ id, number, status: "IN_PROGRESS" });
    expect(JSON.parse(byNumber.body.issue.amendment)).toMatchObject([{ text: "Thanks." }]);
  });

  it("is not found for a deleted report, an unknown number or id", async () => {
    const { id, number } = await fileReport(member);
    await call("DELETE", `/api/issues/${id}`, { as: admin });
    for (const reference of [number!, id, 999_999_999, "0", "-1", "1.5", "unknown"])
      expectFailure(await page(reference), 404, "not-found");
  });
});

describe("an admin's mark", () => {
  it("is on the first amendment after the role was given", async () => {
    const person = await newMember();
    const { id } = await fileReport(person);
    await call("PUT", `/api/members/${person.uid}`, { as: admin, body: { isAdmin: true } });
    const amended = await call("POST", "/api/issues/amendment", { as: person, body: { issueId: id, text: "Seen." } });
    expect(amended.body.amendment).toMatchObject({ byAdmin: true });
  });

  it("is on what an admin wrote, even after the role was taken away", async () => {
    const formerAdmin = await newAdmin();
    const { id } = await fileReport(formerAdmin);
    const amend = async (text: string) =>
      (await call("POST", "/api/issues/amendment", { as: formerAdmin, body: { issueId: id, text } })).body.amendment;
    expect(await amend("As an admin.")).toMatchObject({ byAdmin: true });
    await call("PUT", `/api/members/${formerAdmin.uid}`, { as: admin, body: { isAdmin: false } });
    expect(await amend("As a member.")).not.toHaveProperty("byAdmin");
    const { issue } = (await page(id)).body;
    expect(issue).toMatchObject({ byAdmin: true });
    expect(JSON.parse(issue.amendment)).toMatchObject([
      { text: "As an admin.", byAdmin: true },
      { text: "As a member." },
    ]);
    expect((await page((await fileReport(member)).id)).body.issue).not.toHaveProperty("byAdmin");
  });
});
