import { createIssueSchema } from "@logbook/domain";
import { expect, it } from "vitest";
import type { StoredDocument } from "../firestore/documents.ts";
import { storedDocument, writeTo } from "../firestore/test-documents.ts";
import { createReport } from "./create-report.ts";

process.env.GCLOUD_PROJECT ??= "demo-app";

const member = { uid: "u1", username: "ada", isAdmin: false };
const input = createIssueSchema.parse({ id: "r1", type: "bug", title: "A", description: "B", howItWorks: "x" });
const file = (documents: { [name: string]: StoredDocument | null } = {}, caller = member) =>
  createReport(caller, { report: null, trash: null, board: null, follows: null, ...documents }, input, {
    newId: "new-id",
    isRepeated: false,
  });

it("a new report has the caller's name, the first status, the number after the board's last one, and the server's times", async () => {
  const result = await file({ board: storedDocument("main", { revision: 9, lastNumber: 6 }) });
  const report = writeTo("issues/r1", result);
  expect(report).toMatchObject({
    data: {
      status: "OPEN",
      reporterId: "u1",
      reporter: "ada",
      updatedBy: "u1",
      number: 7,
      amendments: {},
      howItWorks: "",
    },
    serverTimes: ["createdAt", "updatedAt"],
    currentDocument: { exists: false },
  });
  expect(report!.data).not.toHaveProperty("byAdmin");
  expect(writeTo("boards/main", result)).toMatchObject({ data: { issueId: "r1", lastNumber: 7 } });
  expect(writeTo("follows/u1", result)).toMatchObject({ data: { reports: { r1: { mode: "all" } } } });
});

it("a report is not filed under the id of a deleted one, even after the purge has emptied its trash entry", async () => {
  for (const caller of [member, { ...member, isAdmin: true }])
    expect(await file({ trash: storedDocument("r1", { purgedAt: new Date() }) }, caller)).toMatchObject({
      code: "already-exists",
    });
});
