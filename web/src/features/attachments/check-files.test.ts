import { LIMITS } from "@logbook/domain";
import { describe, expect, it } from "vitest";
import { checkFiles, leftOutText } from "./check-files.ts";

const buildFile = (name: string, size = 10, type = "") => ({ name, size, type });

describe("section 5: up to 5 attachments a report", () => {
  it("leaves out files beyond the limit and counts them", () => {
    const files = ["a.png", "b.pdf", "c.log", "d.txt", "e.json", "f.gif", "g.webp"].map((name) => buildFile(name));
    const checked = checkFiles(files, LIMITS.attachmentsPerIssue);
    expect(checked.accepted.map(({ file: { name } }) => name)).toEqual(["a.png", "b.pdf", "c.log", "d.txt", "e.json"]);
    expect(checked.leftOutCount).toBe(2);
    expect(leftOutText(checked.leftOutCount)).toBe("Only 5 files can be attached; 2 were left out.");
  });

  it("accepts only as many files as there are free places", () => {
    expect(checkFiles([buildFile("a.png"), buildFile("b.png")], 1)).toMatchObject({ accepted: [{}], leftOutCount: 1 });
    expect(checkFiles([buildFile("a.png")], 0)).toMatchObject({ accepted: [], leftOutCount: 1 });
    expect(leftOutText(1)).toBe("Only 5 files can be attached; 1 was left out.");
    expect(leftOutText(0)).toBeNull();
  });

  it("does not count refused files", () => {
    const checked = checkFiles(
      [buildFile("a.exe"), buildFile("b.png", LIMITS.attachmentBytes + 1), buildFile("c.log", 0), buildFile("d.log")],
      1,
    );
    expect(checked.refused.map(({ reason }) => reason)).toEqual(["type", "too-large", "empty"]);
    expect(checked.accepted).toEqual([
      { file: buildFile("d.log"), storedAs: { kind: "document", type: "text/plain" } },
    ]);
    expect(checked.leftOutCount).toBe(0);
  });
});
