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

  it.each([["[]"], [null], [{ 0: attachment }], [[attachment, { path: "attachments/u/r1/g" }]]])(
    "threat 25: are all files in the report's folder if part of the list is unreadable: %j",
    (attachments) => {
      expect(listingOf({ attachments })).toBe("all");
    },
  );
});
