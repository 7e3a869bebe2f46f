import { LIMITS } from "@logbook/domain";
import { beforeAll, describe, expect, it } from "vitest";
import { call, newAdmin, newMember, type Person, report } from "../support/actors.ts";
import { uniqueId } from "../support/suite.ts";
import { expectFailure } from "./expect-failure.ts";

let member: Person;
let admin: Person;

beforeAll(async () => {
  [member, admin] = await Promise.all([newMember(), newAdmin()]);
});

async function file(title: string): Promise<string> {
  const id = uniqueId("r");
  expect((await call("POST", "/api/issues", { as: member, body: report({ id, title }) })).status).toBe(201);
  return id;
}

const similar = (title: string, as: Person | undefined = member) =>
  call("GET", `/api/reports/similar?title=${encodeURIComponent(title)}`, { ...(as && { as }) });

describe("GET /api/reports/similar", () => {
  it("answers with the most similar reports as they are now, for a title with typing errors", async () => {
    const id = await file("Zeppelin departures vanish from the timetable");
    await file("Zeppelin mode for the timetable");
    const response = await similar("zepelin departure vanishes");
    expect(response.status).toBe(200);
    const { number } = (await call("GET", `/api/issues/${id}`, { as: member })).body.issue;
    const title = "Zeppelin departures vanish from the timetable";
    expect(response.body.issues[0]).toEqual({ id, number, type: "bug", title, status: "OPEN", votes: 0 });
    await call("PUT", `/api/issues/${id}/vote`, { as: admin, body: { voted: true } });
    await call("PUT", `/api/issues/${id}`, { as: admin, body: { status: "IN_PROGRESS" } });
    expect((await similar("zepelin departure vanishes")).body.issues[0]).toMatchObject({
      ...{ id, votes: 1, status: "IN_PROGRESS" },
    });
    await call("DELETE", `/api/issues/${id}`, { as: admin });
    expect(
      (await similar("zepelin departure vanishes")).body.issues.map((one: { id: string }) => one.id),
    ).not.toContain(id);
  });

  it(`answers with at most ${LIMITS.similarReports}`, async () => {
    for (let at = 0; at <= LIMITS.similarReports; at += 1) await file(`Gramophone ${at}`);
    expect((await similar("gramophone")).body.issues).toHaveLength(LIMITS.similarReports);
  });

  it("refuses a blank or overlong title, and a caller without a session", async () => {
    for (const title of [" ", "x".repeat(LIMITS.titleLength + 1)])
      expectFailure(await similar(title), 400, "bad-request");
    expectFailure(await call("GET", "/api/reports/similar?title=Gramophone", {}), 401, "unauthenticated");
  });
});
