import { beforeAll, describe, expect, it } from "vitest";
import { call, fileReport, newAdmin, newMember, type Person, upload } from "../support/actors.ts";
import { db, uniqueId, withoutStorage, withoutWrites } from "../support/suite.ts";
import { expectFailure } from "./expect-failure.ts";

let member: Person;
let admin: Person;
beforeAll(async () => {
  member = await newMember();
  admin = await newAdmin();
});

async function readStoredReport(id: string) {
  return (await db.doc(`issues/${id}`).get()).data();
}

describe("the rules decide", () => {
  it("on an admin's step and deletion: with rules that refuse every write, both fail and nothing is stored; the API's own writes succeed", async () => {
    const issue = await fileReport(member);
    const reportBefore = await readStoredReport(issue.id);
    const id = uniqueId("written");
    await withoutWrites(async () => {
      const step = { status: "IN_PROGRESS", from: "OPEN" };
      expectFailure(await call("PUT", `/api/issues/${issue.id}`, { as: admin, body: step }), 403, "forbidden");
      expectFailure(await call("DELETE", `/api/issues/${issue.id}`, { as: admin }), 403, "forbidden");
      await fileReport(member, { id });
    });
    expect(await readStoredReport(issue.id)).toEqual(reportBefore);
    expect((await db.doc(`trash/${issue.id}`).get()).exists).toBe(false);
    const { body } = await call("GET", `/api/reports/${issue.id}`, { as: member });
    expect(body.events).toMatchObject([{ kind: "created" }]);
    expect(await readStoredReport(id)).toMatchObject({ reporterId: member.uid });
    // With the project's own rules the refused calls succeed.
    expect((await call("PUT", `/api/issues/${issue.id}`, { as: admin, body: { status: "IN_PROGRESS" } })).status).toBe(
      200,
    );
    expect((await call("DELETE", `/api/issues/${issue.id}`, { as: admin })).status).toBe(200);
  });

  it("on uploads: with rules that refuse every file, every upload fails", async () => {
    const path = () => `attachments/${member.uid}/${uniqueId("i")}/f1`;
    const bytes = new TextEncoder().encode("2026-01-01 it broke");
    await withoutStorage(async () => {
      expect(await upload(member, path(), bytes, "text/plain")).toBe(403);
    });
    expect(await upload(member, path(), bytes, "text/plain")).toBe(200);
  });
});
