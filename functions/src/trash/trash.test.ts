import { expect, it } from "vitest";
import { storedDocument, writeTo } from "../firestore/test-documents.ts";
import { restoreReport } from "./trash.ts";

process.env.GCLOUD_PROJECT ??= "demo-app";

const NOON = new Date("2026-01-01T12:00:00.000Z");
const admin = { uid: "u1", username: "ada", isAdmin: true };
const issue = {
  type: "bug",
  title: "Old",
  status: "TESTING",
  number: 4,
  imported: [1],
  updatedAt: new Date(0),
  updatedBy: "u2",
};
const restore = (fields: object, now = NOON) =>
  restoreReport(admin, { report: null, trash: storedDocument("r1", { issue, purgeAt: NOON, ...fields }) }, now);

it("a report is restored unchanged until the last millisecond before its purge, and not from then on", () => {
  expect(writeTo("issues/r1", restore({}, new Date(NOON.getTime() - 1)))).toEqual({
    data: { type: "bug", title: "Old", status: "TESTING", number: 4, imported: [1], updatedBy: "u1" },
    mask: undefined,
    serverTimes: ["updatedAt"],
    currentDocument: { exists: false },
  });
  expect(restore({})).toMatchObject({ code: "not-found" });
});

it("a report whose purge time cannot be read is not restored", () => {
  expect(restore({ purgeAt: "2030-01-01" })).toMatchObject({ code: "not-found" });
});
