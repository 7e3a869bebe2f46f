import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { anyIssue } from "./testing.ts";
import { fromWire, parseJsonList, toWire } from "./wire-conversion.ts";

describe("section 5: JSON-encoded lists", () => {
  it.each(["", "[", "{}", "null", "3", undefined, null, 4])("%j is parsed as an empty list", (text) => {
    expect(parseJsonList(text)).toEqual([]);
  });

  it("a report is the same after the API has sent it and the page has parsed it", () => {
    fc.assert(
      fc.property(anyIssue, (issue) => {
        expect(fromWire(toWire(issue))).toEqual(issue);
      }),
    );
  });

  it("invalid attachments and amendments are dropped", () => {
    const wire = { ...toWire(fc.sample(anyIssue, 1)[0]!), attachments: '[1,null,{"name":"a"}]', amendment: "[" };
    expect(fromWire(wire)).toMatchObject({ attachments: [], amendments: [] });
    const file = { name: "a.pdf", size: 9, type: "application/pdf", url: "/api/attachments/u1/i1/f1" };
    const amendment = { id: "a", text: "A", createdBy: "ada", createdAt: "2026-01-01T00:00:00.000Z" };
    const withFiles = [[file, 1, { name: "a" }], [1], "none", undefined].map((attachments) => ({
      ...amendment,
      attachments,
    }));
    expect(fromWire({ ...wire, amendment: JSON.stringify(withFiles) }).amendments).toEqual([
      { ...amendment, attachments: [file] },
      amendment,
      amendment,
      amendment,
    ]);
  });
});
