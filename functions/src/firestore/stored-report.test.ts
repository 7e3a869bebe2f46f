import { describe, expect, it } from "vitest";
import { parseStoredReport } from "./stored-report.ts";

const VALID_REPORT = {
  type: "feature",
  title: "Dark mode",
  description: "Please.",
  status: "PLANNED",
  priority: "LOW",
  reporter: "ada",
  reporterId: "u1",
  attachments: [{ name: "a.pdf", size: 9, type: "application/pdf", path: "attachments/u1/i1/f1" }],
  // A timestamp is a `Date` if the document comes from REST, and has `toMillis()` if it comes from the Admin SDK.
  amendments: {
    b: { text: "second", createdBy: "max", createdById: "u2", createdAt: { toMillis: () => 2000 } },
    a: { text: "first", createdBy: "ada", createdById: "u1", createdAt: new Date(1000) },
  },
  createdAt: new Date(0),
  updatedAt: { toMillis: () => 3000 },
};

describe("a stored report", () => {
  it("is parsed, with the attachments' URLs and the amendments oldest first", () => {
    const { issue, problems } = parseStoredReport("i1", VALID_REPORT);
    expect(problems).toEqual([]);
    expect(issue).toMatchObject({
      id: "i1",
      title: "Dark mode",
      websiteUrl: "",
      attachments: [{ name: "a.pdf", size: 9, type: "application/pdf", url: "/api/attachments/u1/i1/f1" }],
      amendments: [
        { id: "a", text: "first", createdBy: "ada", createdAt: "1970-01-01T00:00:01.000Z" },
        { id: "b", text: "second", createdBy: "max", createdAt: "1970-01-01T00:00:02.000Z" },
      ],
      createdAt: "1970-01-01T00:00:00.000Z",
      updatedAt: "1970-01-01T00:00:03.000Z",
    });
  });

  it("has the files of an amendment that can be read, but not those of a hidden one", () => {
    const { text, createdBy, createdAt } = VALID_REPORT.amendments.a;
    const attachments = [VALID_REPORT.attachments[0], { name: "b.pdf" }, 1];
    const amendments = {
      a: { text, createdBy, createdAt, attachments },
      b: { text, createdBy, createdAt: new Date(2000), attachments, hiddenAt: new Date(3000) },
      c: { text, createdBy, createdAt: new Date(3000), attachments: [] },
    };
    const [shown, hidden, without] = parseStoredReport("i1", { ...VALID_REPORT, amendments }).issue.amendments;
    const file = { name: "a.pdf", size: 9, type: "application/pdf", url: "/api/attachments/u1/i1/f1" };
    expect(shown).toMatchObject({ id: "a", attachments: [file] });
    for (const amendment of [hidden, without]) expect(amendment).not.toHaveProperty("attachments");
  });

  it.each([
    ["an unknown status", { status: "GONE" }, { status: "CANCELLED" }],
    ["an unknown priority", { priority: 9 }, { priority: "MEDIUM" }],
    ["an unknown type", { type: "question" }, { type: "bug" }],
    ["attachments that are not a list", { attachments: "[]" }, { attachments: [] }],
    ["an attachment that is a number", { attachments: [1] }, { attachments: [] }],
    [
      "an attachment with a malformed path",
      { attachments: [{ ...VALID_REPORT.attachments[0], path: "x" }] },
      { attachments: [] },
    ],
    ["amendments that are a list", { amendments: [1] }, { amendments: [] }],
    ["an amendment without a text", { amendments: { a: { createdBy: "ada" } } }, { amendments: [] }],
    ["a title that is a number", { title: 7 }, { title: "" }],
    ["a date that is a text", { createdAt: "today" }, { createdAt: "" }],
  ])("with %s gets a default value, and a problem that quotes no text", (_, malformed, expected) => {
    const { issue, problems } = parseStoredReport("i1", { ...VALID_REPORT, ...malformed });
    expect(issue).toMatchObject(expected);
    expect(problems).toHaveLength(1);
    expect(problems[0]).toMatch(/^[a-zA-Z]+ (is|cannot|has) /);
  });

  it("section 3: keeps a file stored as a data URL if its type may be attached", () => {
    // U+202E reverses the writing direction, so it is removed from the name.
    const inlineFile = { name: "a\u202e.png", size: 3, type: "image/png", data: "data:image/png;base64,AAAA" };
    const { issue, problems } = parseStoredReport("i1", {
      ...VALID_REPORT,
      attachments: [inlineFile, VALID_REPORT.attachments[0]],
    });
    expect(problems).toEqual([]);
    expect(issue.attachments).toEqual([
      { ...inlineFile, name: "a.png" },
      { name: "a.pdf", size: 9, type: "application/pdf", url: "/api/attachments/u1/i1/f1" },
    ]);
    for (const malformed of [
      { type: "image/svg+xml", data: "data:image/svg+xml;base64,AAAA" },
      { type: "text/html", data: "data:text/html;base64,AAAA" },
      { data: "data:text/html;base64,AAAA" },
      { data: "data:image/png,AAAA" },
      { data: "https://example.org/a.png" },
      { data: 5 },
    ])
      expect(
        parseStoredReport("i1", { ...VALID_REPORT, attachments: [{ ...inlineFile, ...malformed }] }),
      ).toMatchObject({
        issue: { attachments: [] },
        problems: ["attachments has an entry that cannot be read"],
      });
  });

  it("is parsed even if the document has no fields", () => {
    expect(parseStoredReport("i1", {}).issue).toMatchObject({
      id: "i1",
      title: "",
      status: "CANCELLED",
      amendments: [],
    });
  });
});
