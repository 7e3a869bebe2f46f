import { LIMITS } from "@logbook/domain";
import { beforeAll, describe, expect, it } from "vitest";
import { call, newAdmin, newMember, type Person, reportBody } from "../support/actors.ts";
import { uniqueId } from "../support/suite.ts";
import { expectFailure } from "./expect-failure.ts";

let member: Person;
let admin: Person;

beforeAll(async () => {
  [member, admin] = await Promise.all([newMember(), newAdmin()]);
});

async function fileReportTitled(title: string): Promise<string> {
  const id = uniqueId("r");
  expect((await call("POST", "/api/issues", { as: member, body: reportBody({ id, title }) })).status).toBe(201);
  return id;
}

const requestSimilarReports = (title: string) =>
  call("GET", `/api/reports/similar?title=${encodeURIComponent(title)}`, { as: member });

describe("GET /api/reports/similar", () => {
  it("answers with the most similar report as it is now, also for a title with typing errors", async () => {
    const title = "Zeppelin departures vanish from the timetable";
    const id = await fileReportTitled(title);
    // This title is less similar.
    await fileReportTitled("Zeppelin mode for the timetable");
    const response = await requestSimilarReports("zepelin departure vanishes");
    expect(response.status).toBe(200);
    const { number } = (await call("GET", `/api/issues/${id}`, { as: member })).body.issue;
    expect(response.body.issues[0]).toEqual({ id, number, type: "bug", title, status: "OPEN", votes: 0 });
    await call("PUT", `/api/issues/${id}/vote`, { as: admin, body: { voted: true } });
    await call("PUT", `/api/issues/${id}`, { as: admin, body: { status: "IN_PROGRESS" } });
    expect((await requestSimilarReports("zepelin departure vanishes")).body.issues[0]).toMatchObject({
      id,
      votes: 1,
      status: "IN_PROGRESS",
    });
    await call("DELETE", `/api/issues/${id}`, { as: admin });
    const { issues } = (await requestSimilarReports("zepelin departure vanishes")).body;
    expect(issues.map((issue: { id: string }) => issue.id)).not.toContain(id);
  });

  it(`answers with at most ${LIMITS.similarReports} reports`, async () => {
    for (let index = 0; index <= LIMITS.similarReports; index += 1) await fileReportTitled(`Gramophone ${index}`);
    expect((await requestSimilarReports("gramophone")).body.issues).toHaveLength(LIMITS.similarReports);
  });

  it("refuses a blank or overlong title, and a caller without a session", async () => {
    for (const title of [" ", "x".repeat(LIMITS.titleLength + 1)])
      expectFailure(await requestSimilarReports(title), 400, "bad-request");
    expectFailure(await call("GET", "/api/reports/similar?title=Gramophone"), 401, "unauthenticated");
  });
});
