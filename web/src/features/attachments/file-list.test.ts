import { describe, expect, it } from "vitest";
import {
  addFiles,
  attachedFiles,
  changeFile,
  type DraftFiles,
  type FileState,
  filesSummary,
  freePlaces,
  type ListedFile,
  NO_FILES,
  preparedFile,
  refusedFiles,
  removeFile,
  uploadedAttachments,
} from "./file-list.ts";

const buildFile = (key: string, overrides: Partial<ListedFile> = {}): ListedFile => ({
  key,
  name: `${key}.png`,
  size: 9_000_000,
  type: "image/png",
  content: null,
  resizedFrom: null,
  state: { kind: "preparing" },
  ...overrides,
});

const buildList = (...files: ListedFile[]): DraftFiles => addFiles(NO_FILES, files, 0);

describe("the list of files", () => {
  it("shows the name, type and size that will be stored, and the size before resizing", () => {
    const content = new Blob(["jpeg"]);
    const resizedFrom = { width: 4032, height: 3024 };
    const prepared = preparedFile({ name: "a.jpg", type: "image/jpeg", resizedFrom, content });
    const list = changeFile(buildList(buildFile("a"), buildFile("b")), "a", prepared);
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

  it("keeps refused files apart: they take no place", () => {
    const list = buildList(buildFile("a"), { ...buildFile("b"), state: { kind: "refused", reason: "Too large." } });
    expect(refusedFiles(list).map(({ key }) => key)).toEqual(["b"]);
    expect(attachedFiles(list).map(({ key }) => key)).toEqual(["a"]);
    expect(freePlaces(list)).toBe(4);
  });

  it("ignores changes of a removed file", () => {
    const list = removeFile(buildList(buildFile("a"), buildFile("b")), "a");
    expect(changeFile(list, "a", { state: { kind: "uploading", progress: 0.5 } })).toEqual(list);
    expect(list.files.map(({ key }) => key)).toEqual(["b"]);
  });

  it("says how many files were left out, until it changes again", () => {
    const full = addFiles(NO_FILES, [buildFile("a")], 2);
    expect(full.note).toBe("Only 5 files can be attached; 2 were left out.");
    expect(removeFile(full, "a").note).toBeNull();
    expect(addFiles(full, [], 0).note).toBeNull();
  });

  it("gives only uploaded files to the report", () => {
    const url = "/api/attachments/u1/i1/f1";
    const files = buildList(
      buildFile("a", { name: "a.jpg", size: 5, type: "image/jpeg" }),
      buildFile("b"),
      buildFile("c"),
    );
    const list = changeFile(files, "a", { state: { kind: "uploaded", url } });
    expect(uploadedAttachments(list)).toEqual([{ name: "a.jpg", size: 5, type: "image/jpeg", url }]);
  });
});

describe("the summary for screen readers", () => {
  const summarize = (...states: FileState[]) =>
    filesSummary(buildList(...states.map((state, index) => buildFile(String(index), { state }))));
  const ready: FileState = { kind: "ready" };
  const uploaded: FileState = { kind: "uploaded", url: "/api/attachments/u1/i1/f1" };
  const refused: FileState = { kind: "refused", reason: "No." };

  it("says what is in progress, and then the result", () => {
    expect(filesSummary(NO_FILES)).toBe("");
    expect(summarize(ready, { kind: "preparing" }, refused)).toBe("Preparing 1 file.");
    expect(summarize(ready, ready, refused)).toBe("2 files attached. 1 file refused, see the list for the reason.");
    expect(summarize(uploaded, { kind: "uploading", progress: 0.2 }, ready)).toBe("Uploading, 1 of 3 done.");
    expect(summarize(uploaded, { kind: "failed", reason: "No." })).toBe(
      "2 files attached. 1 file not uploaded, see the list for the reason.",
    );
  });
});
