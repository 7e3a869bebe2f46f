import { LIMITS } from "@logbook/domain";
import { describe, expect, it } from "vitest";
import { checkFiles, leftOutText } from "./check-files.ts";

const file = (name: string, size = 10, type = "") => ({ name, size, type });

describe("section 5: up to 5 attachments a report", () => {
  it("leaves out files beyond the limit and counts them", () => {
    const files = ["a.png", "b.pdf", "c.log", "d.txt", "e.json", "f.gif", "g.webp"].map((name) => file(name));
    const checked = checkFiles(files, LIMITS.attachmentsPerIssue);
    expect(checked.accepted.map(({ file: { name } }) => name)).toEqual(["a.png", "b.pdf", "c.log", "d.txt", "e.json"]);
    expect(checked.leftOut).toBe(2);
    expect(leftOutText(checked.leftOut)).toBe("Only 5 files can be attached; 2 were left out.");
  });

  it("counts the files attached before", () => {
    expect(checkFiles([file("a.png"), file("b.png")], 1)).toMatchObject({ accepted: [{}], leftOut: 1 });
    expect(checkFiles([file("a.png")], 0)).toMatchObject({ accepted: [], leftOut: 1 });
    expect(leftOutText(1)).toBe("Only 5 files can be attached; 1 was left out.");
    expect(leftOutText(0)).toBeNull();
  });

  it("does not count a refused file", () => {
    const checked = checkFiles(
      [file("a.exe"), file("b.png", LIMITS.attachmentBytes + 1), file("c.log", 0), file("d.log")],
      1,
    );
    expect(checked.refused.map(({ reason }) => reason)).toEqual(["type", "too-large", "empty"]);
    expect(checked.accepted).toEqual([{ file: file("d.log"), as: { kind: "document", type: "text/plain" } }]);
    expect(checked.leftOut).toBe(0);
  });
});
