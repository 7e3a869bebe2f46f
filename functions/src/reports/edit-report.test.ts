import { editReportSchema } from "@logbook/domain";
import { describe, expect, it } from "vitest";
import { storedDocument, writeTo } from "../firestore/test-documents.ts";
import { editReport } from "./edit-report.ts";

process.env.GCLOUD_PROJECT ??= "demo-app";

const NOON = Date.parse("2026-01-01T12:00:00.000Z");
const QUARTER_HOUR = 15 * 60_000;
const reporter = { uid: "u1", username: "ada", isAdmin: false };
const reportFields = {
  type: "bug",
  title: "Old",
  description: "Old text",
  status: "OPEN",
  priority: "LOW",
  reporterId: "u1",
  reporter: "ada",
  createdAt: new Date(NOON),
};
const report = (fields: object = {}) => storedDocument("r1", { ...reportFields, ...fields });
const edit = editReportSchema.parse({ title: "New", description: "New text", priority: "HIGH", howItWorks: "x" });

describe("an edit by the reporter", () => {
  it("is stored until the last millisecond of the 15 minutes, and refused from then on", () => {
    expect(writeTo("issues/r1", editReport(reporter, report(), edit, NOON + QUARTER_HOUR - 1))).not.toBeNull();
    expect(editReport(reporter, report(), edit, NOON + QUARTER_HOUR)).toMatchObject({ code: "too-late" });
  });

  it.each([
    ["another member's report", {}, { uid: "u2" }, "forbidden"],
    ["another member's report, as an admin", {}, { uid: "u2", isAdmin: true }, "forbidden"],
    ["a report that an admin has handled", { handledByAdmin: true }, {}, "too-late"],
    ["a report without a readable time", { createdAt: "noon" }, {}, "too-late"],
    ["a report with an admin mark, once the reporter is no admin any more", { byAdmin: true }, {}, "forbidden"],
  ])("of %s is refused", (_, fields, callerFields, code) => {
    expect(editReport({ ...reporter, ...callerFields }, report(fields), edit, NOON)).toMatchObject({ code });
  });

  it("of a report with an admin mark is stored while the reporter is an admin, and keeps the mark", () => {
    const result = editReport({ ...reporter, isAdmin: true }, report({ byAdmin: true }), edit, NOON);
    expect(writeTo("issues/r1", result)?.mask).toEqual(["title", "description", "priority", "updatedBy"]);
  });
});
