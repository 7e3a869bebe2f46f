import { beforeAll, describe, expect, it } from "vitest";
import { call, fileReport, newAdmin, newMember, type Person, reportBody, upload } from "../support/actors.ts";
import { db, uniqueId, withoutStorage, withoutWrites } from "../support/suite.ts";
import { boardWrite, changeWrite, commit, DOCUMENTS, textValue } from "./direct-requests.ts";
import { expectFailure } from "./expect-failure.ts";

let member: Person;
let admin: Person;
beforeAll(async () => {
  member = await newMember();
  admin = await newAdmin();
});

const stepWrite = (id: string, person: Person, status: string): object =>
  changeWrite(id, person, { status: textValue(status), handledByAdmin: { booleanValue: true } });

async function readStoredReport(id: string) {
  return (await db.doc(`issues/${id}`).get()).data();
}

describe("a direct call of Firestore", () => {
  it("is accepted for an admin's single step that moves the board, and the list shows it at once", async () => {
    const { id } = await fileReport(member);
    expect(await commit(admin, [stepWrite(id, admin, "IN_PROGRESS"), boardWrite(id)])).toBe(200);
    const { body } = await call("GET", "/api/issues", { as: member });
    expect(body.bugs.find((issue: { id: string }) => issue.id === id).status).toBe("IN_PROGRESS");
  });

  it.each([
    ["a member's step", (): Person | null => member, "IN_PROGRESS", "with the board"],
    ["an admin's step of several statuses", (): Person | null => admin, "RESOLVED", "with the board"],
    ["an admin's step that does not move the board", (): Person | null => admin, "IN_PROGRESS", "alone"],
    ["a signed-out client's step", (): Person | null => null, "IN_PROGRESS", "with the board"],
  ] as const)("is refused for %s", async (_, getPerson, status, commitKind) => {
    const { id } = await fileReport(member);
    // A signed-out client has no uid of its own, so its write is stamped as the member's.
    const writes = [stepWrite(id, getPerson() ?? member, status), ...(commitKind === "alone" ? [] : [boardWrite(id)])];
    expect(await commit(getPerson(), writes)).toBe(403);
    expect(await readStoredReport(id)).toMatchObject({ status: "OPEN" });
  });

  it("is refused for a move of the board alone", async () => {
    const { id } = await fileReport(member);
    const boardBefore = (await db.doc("boards/main").get()).data();
    expect(await commit(admin, [boardWrite(id)])).toBe(403);
    expect((await db.doc("boards/main").get()).data()).toEqual(boardBefore);
  });

  it("is refused for a member's deletion", async () => {
    const { id } = await fileReport(member);
    expect(await commit(member, [{ delete: `${DOCUMENTS}/issues/${id}` }, boardWrite(id)])).toBe(403);
    expect(await readStoredReport(id)).toBeDefined();
  });

  it("cannot make a member an admin", async () => {
    const write = {
      update: { name: `${DOCUMENTS}/members/${member.uid}`, fields: { isAdmin: { booleanValue: true } } },
      updateMask: { fieldPaths: ["isAdmin"] },
    };
    expect(await commit(member, [write])).toBe(403);
    expect((await db.doc(`members/${member.uid}`).get()).get("isAdmin")).toBe(false);
  });
});

describe("the rules alone decide", () => {
  it("with rules that refuse every write, every writing call fails and nothing is stored", async () => {
    const issue = await fileReport(member);
    const reportBefore = await readStoredReport(issue.id);
    const boardBefore = (await db.doc("boards/main").get()).data();
    const id = uniqueId("refused");
    await withoutWrites(async () => {
      for (const person of [member, admin]) {
        expectFailure(await call("POST", "/api/issues", { as: person, body: reportBody({ id }) }), 403, "forbidden");
        const amendment = { issueId: issue.id, text: "A note." };
        expectFailure(await call("POST", "/api/issues/amendment", { as: person, body: amendment }), 403, "forbidden");
      }
      const step = { status: "IN_PROGRESS", from: "OPEN" };
      expectFailure(await call("PUT", `/api/issues/${issue.id}`, { as: admin, body: step }), 403, "forbidden");
      expectFailure(await call("DELETE", `/api/issues/${issue.id}`, { as: admin }), 403, "forbidden");
      expect((await call("GET", "/api/issues", { as: member })).status).toBe(200);
    });
    expect(await readStoredReport(id)).toBeUndefined();
    expect(await readStoredReport(issue.id)).toEqual(reportBefore);
    expect((await db.doc(`trash/${issue.id}`).get()).exists).toBe(false);
    expect((await db.doc("boards/main").get()).data()).toEqual(boardBefore);
    // With the project's own rules these calls succeed; two of them are tried here.
    await fileReport(member, { id });
    expect((await call("DELETE", `/api/issues/${issue.id}`, { as: admin })).status).toBe(200);
  });

  it("with rules that refuse every file, every upload fails", async () => {
    const path = () => `attachments/${member.uid}/${uniqueId("i")}/f1`;
    const bytes = new TextEncoder().encode("2026-01-01 it broke");
    await withoutStorage(async () => {
      expect(await upload(member, path(), bytes, "text/plain")).toBe(403);
    });
    expect(await upload(member, path(), bytes, "text/plain")).toBe(200);
  });
});
