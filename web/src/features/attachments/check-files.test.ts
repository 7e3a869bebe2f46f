import { LIMITS } from "@logbook/domain";
import { describe, expect, it } from "vitest";
import { checkFiles, leftOutText } from "./check-files.ts";

const buildFile = (name: string, { size } = { size: 10 }) => ({ name, size, type: "" });

describe("section 5: a report has at most 5 attachments", () => {
  it("leaves out files beyond the limit and counts them", () => {
    const files = ["a.png", "b.pdf", "c.log", "d.txt", "e.json", "f.gif", "g.webp"].map((name) => buildFile(name));
    const result = checkFiles(files, LIMITS.attachmentsPerIssue);
    expect(result.accepted.map(({ file: { name } }) => name)).toEqual(["a.png", "b.pdf", "c.log", "d.txt", "e.json"]);
    expect(result.leftOutCount).toBe(2);
    expect(leftOutText(result.leftOutCount)).toBe("Only 5 files can be attached; 2 were left out.");
  });

  it("accepts only as many files as the report has room for", () => {
    const [roomForOne, noRoom] = [1, 0];
    const result = checkFiles([buildFile("a.png"), buildFile("b.png")], roomForOne);
    expect(result).toMatchObject({ accepted: [{}], leftOutCount: 1 });
    expect(checkFiles([buildFile("a.png")], noRoom)).toMatchObject({ accepted: [], leftOutCount: 1 });
    expect(leftOutText(1)).toBe("Only 5 files can be attached; 1 was left out.");
    expect(leftOutText(0)).toBeNull();
  });

  it("does not count refused files towards the limit", () => {
    const tooLargeFile = buildFile("b.png", { size: LIMITS.attachmentBytes + 1 });
    const emptyFile = buildFile("c.log", { size: 0 });
    const limit = 1;
    const result = checkFiles([buildFile("a.exe"), tooLargeFile, emptyFile, buildFile("d.log")], limit);
    expect(result.refused.map(({ reason }) => reason)).toEqual(["type", "too-large", "empty"]);
    expect(result.accepted).toEqual([{ file: buildFile("d.log"), storedAs: { kind: "document", type: "text/plain" } }]);
    expect(result.leftOutCount).toBe(0);
  });
});
