import { beforeAll, describe, expect, it } from "vitest";
import { call, fileReport, newAdmin, newMember, type Person, reportBody } from "../support/actors.ts";
import { runJob, serveFunctions } from "../support/functions-process.ts";
import { db, eventually, uniqueId } from "../support/suite.ts";
import { expectFailure } from "./expect-failure.ts";

let admin: Person;
let member: Person;
beforeAll(async () => {
  admin = await newAdmin();
  member = await newMember();
});

const readLastNumber = async (): Promise<number> => (await db.doc("boards/main").get()).get("lastNumber") ?? 0;
/** Requests a report's page by the report's number or id. */
const readReportPage = (reference: string | number) => call("GET", `/api/reports/${reference}`, { as: member });

/** Stores a report without a number, as an import does. It is a copy of a new report with this `createdAt`. */
async function importReport(createdAt: Date): Promise<string> {
  const { id: sourceId } = await fileReport(member);
  const { number: _, ...fields } = (await db.doc(`issues/${sourceId}`).get()).data()!;
  const id = uniqueId("imported");
  await db.doc(`issues/${id}`).set({ ...fields, createdAt });
  return id;
}

describe("report numbers", () => {
  it("are given one after the other, and are in the list and in the response", async () => {
    const lastNumber = await readLastNumber();
    const nextNumbers = [lastNumber + 1, lastNumber + 2];
    const title = uniqueId("Numbered");
    const firstReport = await fileReport(member, { title });
    const secondReport = await fileReport(admin, { title });
    expect([firstReport.number, secondReport.number]).toEqual(nextNumbers);
    expect(await readLastNumber()).toBe(lastNumber + 2);
    const { body } = await call("GET", `/api/issues?page=1&search=${title}`, { as: member });
    const listedReports: { number: number }[] = [...body.bugs, ...body.features];
    expect(listedReports.map(({ number }) => number).sort((a, b) => a - b)).toEqual(nextNumbers);
  });

  it("of 60 reports filed at once are consecutive", async () => {
    // The functions emulator would start a process for each of the calls.
    const { origin, stop } = await serveFunctions();
    const numberBefore = await readLastNumber();
    const fileUntilStored = async (): Promise<number> => {
      const body = reportBody();
      for (;;) {
        const response = await call("POST", "/api/issues", { origin, as: member, body });
        if (response.status === 201) return response.body.issue.number;
        // After 4 s the API advises to send the report again.
        expectFailure(response, 409, "conflict");
      }
    };
    const numbers = await Promise.all(Array.from({ length: 60 }, fileUntilStored));
    await stop();
    expect(numbers.sort((a, b) => a - b)).toEqual(numbers.map((_, index) => numberBefore + 1 + index));
    expect(await readLastNumber()).toBe(numberBefore + 60);
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
    const laterId = await importReport(new Date("2020-02-02"));
    const earlierId = await importReport(new Date("2020-01-01"));
    // The import bypassed the rules. The API finds the reports once a trigger has moved the board for them.
    for (const id of [laterId, earlierId]) {
      const pageResponse = await eventually("the imported report's page", async () => {
        const response = await readReportPage(id);
        return response.status === 200 ? response : null;
      });
      expect(pageResponse.body.issue.number).toBeNull();
    }
    const numberBefore = await readLastNumber();
    expect(await runJob("numbers")).toMatch(/^[1-9]\d* reports? got a number\.$/);
    const earlierNumber = (await readReportPage(earlierId)).body.issue.number;
    const laterNumber = (await readReportPage(laterId)).body.issue.number;
    expect(laterNumber).toBeGreaterThan(earlierNumber);
    expect(earlierNumber).toBeGreaterThan(numberBefore);
    expect(await readLastNumber()).toBeGreaterThanOrEqual(laterNumber);
    expect(await runJob("numbers")).toBe("0 reports got a number.");
    expect((await fileReport(member)).number).toBe(await readLastNumber());
  });
});

describe("a report's page", () => {
  it("is found by number and by id, whole and with its history", async () => {
    const { id, number } = await fileReport(member);
    await call("PUT", `/api/issues/${id}`, { as: admin, body: { status: "IN_PROGRESS" } });
    await call("POST", "/api/issues/amendment", { as: member, body: { issueId: id, text: "Thanks." } });
    const { status, body } = await readReportPage(number!);
    expect(body.events).toEqual([
      { kind: "created", by: member.username, at: expect.any(String) },
      { kind: "status", from: "OPEN", to: "IN_PROGRESS", by: admin.username, at: expect.any(String) },
    ]);
    expect(status).toBe(200);
    expect(body.issue).toEqual((await readReportPage(id)).body.issue);
    expect(body.issue).toMatchObject({ id, number, status: "IN_PROGRESS" });
    expect(JSON.parse(body.issue.amendment)).toMatchObject([{ text: "Thanks." }]);
  });

  it("is not found for a deleted report or an unknown number or id", async () => {
    const { id, number } = await fileReport(member);
    await call("DELETE", `/api/issues/${id}`, { as: admin });
    for (const reference of [number!, id, 999_999_999, "0", "-1", "1.5", "unknown"])
      expectFailure(await readReportPage(reference), 404, "not-found");
  });
});

describe("an id of digits", () => {
  /** A report whose id has the digits of `number`. */
  const fileUnderDigits = (number: number) => fileReport(member, { id: String(number) });

  it("does not take the number of a report that is deleted, or not filed yet", async () => {
    let { id, number } = await fileReport(member);
    // An id has at least two characters.
    while (number! < 10) ({ id, number } = await fileReport(member));
    await call("DELETE", `/api/issues/${id}`, { as: admin });
    const laterNumber = number! + 1_000_000;
    await fileUnderDigits(number!);
    await fileUnderDigits(laterNumber);
    for (const reference of [number!, laterNumber]) {
      expectFailure(await readReportPage(reference), 404, "not-found");
      expect((await call("GET", `/api/issues/${reference}`, { as: member })).status).toBe(200);
    }
    await call("POST", `/api/trash/${id}/restore`, { as: admin, body: {} });
    expect((await readReportPage(number!)).body.issue.id).toBe(id);
  });
});

describe("the admin mark", () => {
  it("is on the first amendment that a member writes as a new admin", async () => {
    const appointedAdmin = await newMember();
    const { id } = await fileReport(appointedAdmin);
    await call("PUT", `/api/members/${appointedAdmin.uid}`, { as: admin, body: { isAdmin: true } });
    const body = { issueId: id, text: "Seen." };
    const response = await call("POST", "/api/issues/amendment", { as: appointedAdmin, body });
    expect(response.body.amendment).toMatchObject({ byAdmin: true });
  });

  it("stays on an admin's report and amendment, even after the admin has lost the role", async () => {
    const formerAdmin = await newAdmin();
    const { id } = await fileReport(formerAdmin);
    const amend = async (text: string) =>
      (await call("POST", "/api/issues/amendment", { as: formerAdmin, body: { issueId: id, text } })).body.amendment;
    expect(await amend("As an admin.")).toMatchObject({ byAdmin: true });
    await call("PUT", `/api/members/${formerAdmin.uid}`, { as: admin, body: { isAdmin: false } });
    expect(await amend("As a member.")).not.toHaveProperty("byAdmin");
    const { issue } = (await readReportPage(id)).body;
    expect(issue).toMatchObject({ byAdmin: true });
    expect(JSON.parse(issue.amendment)).toMatchObject([
      { text: "As an admin.", byAdmin: true },
      { text: "As a member." },
    ]);
    expect((await readReportPage((await fileReport(member)).id)).body.issue).not.toHaveProperty("byAdmin");
  });
});
