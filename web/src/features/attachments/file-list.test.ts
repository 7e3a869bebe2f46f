import { describe, expect, it } from "vitest";
import {
  attachedFiles,
  type DraftFiles,
  type FileState,
  filesSummary,
  type ListedFile,
  uploadedAttachments,
} from "./file-list.ts";

const buildFile = (key: string, overrides: Partial<ListedFile> = {}): ListedFile => ({
  key,
  name: `${key}.png`,
  size: 4_000_000,
  type: "image/png",
  content: null,
  resizedFrom: null,
  state: { kind: "preparing" },
  ...overrides,
});

const buildList = (...files: ListedFile[]): DraftFiles => ({ files, note: null });

describe("the list of files", () => {
  it("does not count refused files as files of the report", () => {
    const list = buildList(buildFile("a"), buildFile("b", { state: { kind: "refused", reason: "Too large." } }));
    expect(attachedFiles(list).map(({ key }) => key)).toEqual(["a"]);
  });

  it("puts only uploaded files into the request for a new report", () => {
    const url = "/api/attachments/u1/i1/f1";
    const list = buildList(
      buildFile("a", { name: "a.jpg", size: 5, type: "image/jpeg", state: { kind: "uploaded", url } }),
      buildFile("b"),
      buildFile("c"),
    );
    expect(uploadedAttachments(list)).toEqual([{ name: "a.jpg", size: 5, type: "image/jpeg", url }]);
  });
});

describe("the summary for screen readers", () => {
  const summarize = (...states: FileState[]) => {
    const files = states.map((state, index) => buildFile(String(index), { state }));
    return filesSummary(buildList(...files));
  };
  const ready: FileState = { kind: "ready" };
  const uploaded: FileState = { kind: "uploaded", url: "/api/attachments/u1/i1/f1" };
  const refused: FileState = { kind: "refused", reason: "No." };

  it("shows the progress, and afterwards the numbers of attached files, of failed uploads and of refused files", () => {
    expect(filesSummary(buildList())).toBe("");
    expect(summarize(ready, { kind: "preparing" }, refused)).toBe("Preparing 1 file.");
    expect(summarize(ready, ready, refused)).toBe("2 files attached. 1 file refused, see the list for the reason.");
    expect(summarize(uploaded, { kind: "uploading", progress: 0.2 }, ready)).toBe("Uploading, 1 of 3 done.");
    expect(summarize(uploaded, { kind: "failed", reason: "No." })).toBe(
      "2 files attached. 1 file not uploaded, see the list for the reason.",
    );
  });
});
