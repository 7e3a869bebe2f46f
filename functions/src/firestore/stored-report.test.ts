import { describe, expect, it } from "vitest";
import { readStoredReport } from "./stored-report.ts";

const GOOD = {
  type: "feature",
  title: "Dark mode",
  description: "Please.",
  status: "PLANNED",
  priority: "LOW",
  reporter: "ada",
  reporterId: "u1",
  attachments: [{ name: "a.pdf", size: 9, type: "application/pdf", path: "attachments/u1/i1/f1" }],
  amendments: {
    b: { text: "second", createdBy: "max", createdById: "u2", createdAt: { toMillis: () => 2000 } },
    a: { text: "first", createdBy: "ada", createdById: "u1", createdAt: new Date(1000) },
  },
  createdAt: new Date(0),
  updatedAt: { toMillis: () => 3000 },
};

describe("a stored report", () => {
  it("is parsed, with the attachments' URLs and the amendments oldest first", () => {
    const { issue, problems } = readStoredReport("i1", GOOD);
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

  it.each([
    ["an unknown status", { status: "GONE" }, { status: "CANCELLED" }],
    ["an unknown priority", { priority: 9 }, { priority: "MEDIUM" }],
    ["an unknown type", { type: "question" }, { type: "bug" }],
    ["attachments that are not a list", { attachments: "[]" }, { attachments: [] }],
    ["an attachment that is a number", { attachments: [1] }, { attachments: [] }],
    ["an attachment with another path", { attachments: [{ ...GOOD.attachments[0], path: "x" }] }, { attachments: [] }],
    ["amendments that are a list", { amendments: [1] }, { amendments: [] }],
    ["an amendment without a text", { amendments: { a: { createdBy: "ada" } } }, { amendments: [] }],
    ["a title that is a number", { title: 7 }, { title: "" }],
    ["a date that is a text", { createdAt: "today" }, { createdAt: "" }],
  ])("with %s is parsed with a default, and with a problem that quotes no text", (_, malformed, shown) => {
    const { issue, problems } = readStoredReport("i1", { ...GOOD, ...malformed });
    expect(issue).toMatchObject(shown);
    expect(problems).toHaveLength(1);
    expect(problems[0]).toMatch(/^[a-zA-Z]+ (is|cannot|has) /);
  });

  it("section 3: keeps inline files of the types that may be attached", () => {
    const inline = { name: "a\u202e.png", size: 3, type: "image/png", data: "data:image/png;base64,AAAA" };
    const { issue, problems } = readStoredReport("i1", { ...GOOD, attachments: [inline, GOOD.attachments[0]] });
    expect(problems).toEqual([]);
    expect(issue.attachments).toEqual([
      { ...inline, name: "a.png" },
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
      expect(readStoredReport("i1", { ...GOOD, attachments: [{ ...inline, ...malformed }] })).toMatchObject({
        issue: { attachments: [] },
        problems: ["attachments has an entry that cannot be read"],
      });
  });

  it("is parsed even if it has no fields", () => {
    expect(readStoredReport("i1", {}).issue).toMatchObject({
      id: "i1",
      title: "",
      status: "CANCELLED",
      amendments: [],
    });
  });
});
