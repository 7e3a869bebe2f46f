import { describe, expect, it } from "vitest";
import { listingOf } from "./listed-files.ts";

const attachment = { name: "a.log", size: 3, type: "text/plain", path: "attachments/u/r1/f" };

describe("the files that a stored report lists", () => {
  it("are the paths in the report's list", () => {
    expect(listingOf({ attachments: [attachment] })).toEqual(new Set(["attachments/u/r1/f"]));
  });

  it.each([[{ attachments: [] }], [{}]])("are none if the report's list is empty or missing: %j", (data) => {
    expect(listingOf(data)).toEqual(new Set());
  });

  it("are the paths in the lists of its amendments, too, also of hidden ones", () => {
    const amendments = {
      a: { text: "First" },
      b: { text: "Second", attachments: [{ ...attachment, path: "attachments/u2/r1/g" }] },
      c: { text: "Third", hiddenAt: new Date(), attachments: [{ ...attachment, path: "attachments/u2/r1/h" }] },
    };
    expect(listingOf({ attachments: [attachment], amendments })).toEqual(
      new Set(["attachments/u/r1/f", "attachments/u2/r1/g", "attachments/u2/r1/h"]),
    );
  });

  it.each([[[]], ["none"], [null], [{ a: "text" }], [{ a: { attachments: "[]" } }], [{ a: { attachments: [1] } }]])(
    "threat 25: are all files in the report's folder if its amendments or their files are unreadable: %j",
    (amendments) => {
      expect(listingOf({ attachments: [attachment], amendments })).toBe("all");
    },
  );

  it.each([["[]"], [null], [{ 0: attachment }], [[attachment, { path: "attachments/u/r1/g" }]]])(
    "threat 25: are all files in the report's folder if part of the list is unreadable: %j",
    (attachments) => {
      expect(listingOf({ attachments })).toBe("all");
    },
  );
});
