import { LIMITS } from "@logbook/domain";
import { describe, expect, it } from "vitest";
import { storedDocument, writeTo } from "../firestore/test-documents.ts";
import { amendReport } from "./amend-report.ts";
import { editAmendment } from "./edit-amendment.ts";

process.env.GCLOUD_PROJECT ??= "demo-app";

const NOON = Date.parse("2026-01-01T12:00:00.000Z");
const QUARTER_HOUR = 15 * 60_000;
const member = { uid: "u1", username: "ada", isAdmin: false };
const admin = { ...member, isAdmin: true };
const stored = (fields: object = {}) => ({
  text: "Old",
  createdBy: "ada",
  createdById: "u1",
  createdAt: new Date(NOON),
  ...fields,
});
/** `count` amendments of the member, with the ids n0, n1 and so on. */
const amendments = (count: number, fields: object = {}) =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`n${index}`, stored(fields)]));
const reportWith = (fields: object) => storedDocument("r1", { type: "bug", status: "OPEN", ...fields });

describe("an amendment", () => {
  const amend = (report: object, text = "New", caller = member) =>
    amendReport(
      caller,
      { report: reportWith(report), follows: null },
      { text, attachments: [] },
      { id: "a1", isRepeated: false },
    );

  // "€" has three bytes in UTF-8.
  const text2499 = "€".repeat(833);
  it.each([
    ["the 200th", amendments(199), "New"],
    ["the 25th, of 4,000 characters", amendments(24), "x".repeat(4_000)],
    ["the 26th, of 2,500 bytes", amendments(25), `${text2499}x`],
  ])("is stored if it is %s", async (_, existing, text) => {
    expect(writeTo("issues/r1", await amend({ amendments: existing }, text))).not.toBeNull();
  });
  it.each([
    ["the 201st", amendments(200), "New"],
    ["the 26th, of 2,501 bytes", amendments(25), `${text2499}xx`],
    ["for a report of 700 KB", amendments(1, { text: "x".repeat(LIMITS.issueBytes) }), "New"],
    ["for a report whose amendments are a list, which it would replace", [stored()], "New"],
    ["for a report whose amendments are a text, which it would replace", "none", "New"],
  ])("is refused if it is %s", async (_, existing, text) => {
    expect(await amend({ amendments: existing }, text)).toMatchObject({ code: "full" });
  });
  it("is refused with the reason", async () => {
    expect(await amend({ amendments: amendments(200) })).toMatchObject({ error: expect.stringContaining("is full") });
    expect(await amend({ amendments: amendments(25) }, `${text2499}xx`)).toMatchObject({
      error: expect.stringContaining("may have about 2500 letters only"),
    });
  });
});

describe("an edit of an amendment", () => {
  const edit = (fields: object, { caller = member, now = NOON, count = 1, text = "New" } = {}) =>
    editAmendment(caller, reportWith({ amendments: amendments(count, fields) }), "n0", { text }, now);

  it("is stored until the last millisecond of the 15 minutes, and refused from then on", () => {
    expect(writeTo("issues/r1", edit({}, { now: NOON + QUARTER_HOUR - 1 }))).toMatchObject({
      data: { amendments: { n0: { text: "New" } }, updatedBy: "u1" },
      mask: ["amendments.`n0`.text", "updatedBy"],
      serverTimes: ["amendments.`n0`.editedAt", "updatedAt"],
    });
    expect(edit({}, { now: NOON + QUARTER_HOUR })).toMatchObject({ code: "too-late" });
  });

  it("with an admin mark is refused once its author is no admin any more", () => {
    expect(edit({ byAdmin: true })).toMatchObject({ code: "forbidden" });
    expect(writeTo("issues/r1", edit({ byAdmin: true }, { caller: admin }))?.data).toMatchObject({
      handledByAdmin: true,
    });
  });

  it("may have 2,501 bytes if the report has 25 amendments, and is refused if it has 26", () => {
    const text = "x".repeat(2_501);
    expect(writeTo("issues/r1", edit({}, { count: 25, text }))).not.toBeNull();
    expect(edit({}, { count: 26, text })).toMatchObject({ code: "full" });
  });
});
