import { describe, expect, it } from "vitest";
import {
  addFiles,
  attachedFiles,
  changeFile,
  type DraftFiles,
  type FileState,
  filesSummary,
  type ListedFile,
  NO_FILES,
  preparedFields,
  refusedFiles,
  remainingFileCount,
  removeFile,
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

const buildList = (...files: ListedFile[]): DraftFiles => addFiles(NO_FILES, files);

describe("the list of files", () => {
  it("shows the stored name, type and size of a prepared file, and its width and height before resizing", () => {
    const content = new Blob(["jpeg"]);
    const resizedFrom = { width: 4032, height: 3024 };
    const change = preparedFields({ name: "a.jpg", type: "image/jpeg", resizedFrom, content });
    const list = changeFile(buildList(buildFile("a"), buildFile("b")), "a", change);
    expect(list.files[0]).toEqual({
      key: "a",
      name: "a.jpg",
      size: 4,
      type: "image/jpeg",
      content,
      resizedFrom,
      state: { kind: "ready" },
    });
    expect(list.files[1]).toEqual(buildFile("b"));
  });

  it("lists refused files separately and does not count them towards the limit", () => {
    const list = buildList(buildFile("a"), buildFile("b", { state: { kind: "refused", reason: "Too large." } }));
    expect(refusedFiles(list).map(({ key }) => key)).toEqual(["b"]);
    expect(attachedFiles(list).map(({ key }) => key)).toEqual(["a"]);
    expect(remainingFileCount(list)).toBe(4);
  });

  it("ignores changes to a removed file", () => {
    const list = removeFile(buildList(buildFile("a"), buildFile("b")), "a");
    expect(changeFile(list, "a", { state: { kind: "uploading", progress: 0.5 } })).toEqual(list);
    expect(list.files.map(({ key }) => key)).toEqual(["b"]);
  });

  it("says how many files were left out, until the list changes again", () => {
    const leftOutCount = 2;
    const listWithNote = addFiles(NO_FILES, [buildFile("a")], leftOutCount);
    expect(listWithNote.note).toBe("Only 5 files can be attached; 2 were left out.");
    expect(removeFile(listWithNote, "a").note).toBeNull();
    expect(addFiles(listWithNote, []).note).toBeNull();
  });

  it("puts only uploaded files into the request for a new report", () => {
    const url = "/api/attachments/u1/i1/f1";
    const listBefore = buildList(
      buildFile("a", { name: "a.jpg", size: 5, type: "image/jpeg" }),
      buildFile("b"),
      buildFile("c"),
    );
    const list = changeFile(listBefore, "a", { state: { kind: "uploaded", url } });
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

  it("shows the progress; afterwards it counts attached files, those of them not uploaded, and refused files", () => {
    expect(filesSummary(NO_FILES)).toBe("");
    expect(summarize(ready, { kind: "preparing" }, refused)).toBe("Preparing 1 file.");
    expect(summarize(ready, ready, refused)).toBe("2 files attached. 1 file refused, see the list for the reason.");
    expect(summarize(uploaded, { kind: "uploading", progress: 0.2 }, ready)).toBe("Uploading, 1 of 3 done.");
    expect(summarize(uploaded, { kind: "failed", reason: "No." })).toBe(
      "2 files attached. 1 file not uploaded, see the list for the reason.",
    );
  });
});
