import { describe, expect, it } from "vitest";
import {
  attachedFiles,
  type FileList,
  type FileState,
  filesSummary,
  freePlaces,
  type ListedFile,
  NO_FILES,
  nextFiles,
  refusedFiles,
  uploadedAttachments,
} from "./file-list.ts";

const listed = (key: string, over: Partial<ListedFile> = {}): ListedFile => ({
  key,
  name: `${key}.png`,
  size: 9_000_000,
  type: "image/png",
  content: null,
  resizedFrom: null,
  state: { kind: "preparing" },
  ...over,
});

const added = (...files: ListedFile[]): FileList => nextFiles(NO_FILES, { kind: "added", files, leftOut: 0 });

describe("the list of files", () => {
  it("shows name, type and size of what will be stored, and what it was resized from", () => {
    const content = new Blob(["jpeg"]);
    const resizedFrom = { width: 4032, height: 3024 };
    const list = nextFiles(added(listed("a"), listed("b")), {
      kind: "prepared",
      key: "a",
      file: { name: "a.jpg", type: "image/jpeg", resizedFrom, content },
    });
    expect(list.files[0]).toEqual({
      key: "a",
      name: "a.jpg",
      size: 4,
      type: "image/jpeg",
      content,
      resizedFrom,
      state: { kind: "ready" },
    });
    expect(list.files[1]).toEqual(listed("b"));
  });

  it("keeps a refused file in sight, with its reason, but gives its place away", () => {
    const list = added(listed("a"), { ...listed("b"), state: { kind: "refused", reason: "Too large." } });
    expect(refusedFiles(list).map(({ key }) => key)).toEqual(["b"]);
    expect(attachedFiles(list).map(({ key }) => key)).toEqual(["a"]);
    expect(freePlaces(list)).toBe(4);
  });

  it("ignores news about a file that was removed", () => {
    const list = nextFiles(added(listed("a"), listed("b")), { kind: "removed", key: "a" });
    expect(nextFiles(list, { kind: "moved", key: "a", state: { kind: "uploading", progress: 0.5 } })).toEqual(list);
    expect(list.files.map(({ key }) => key)).toEqual(["b"]);
  });

  it("says how many were left out until the list changes again", () => {
    const full = nextFiles(NO_FILES, { kind: "added", files: [listed("a")], leftOut: 2 });
    expect(full.note).toBe("Only 5 files can be attached; 2 were left out.");
    expect(nextFiles(full, { kind: "removed", key: "a" }).note).toBeNull();
    expect(nextFiles(full, { kind: "added", files: [], leftOut: 0 }).note).toBeNull();
  });

  it("names the uploaded files for the report, and no others", () => {
    const url = "/api/attachments/u1/i1/f1";
    const list = nextFiles(
      added(listed("a", { name: "a.jpg", size: 5, type: "image/jpeg" }), listed("b"), listed("c")),
      { kind: "moved", key: "a", state: { kind: "uploaded", url } },
    );
    expect(uploadedAttachments(list)).toEqual([{ name: "a.jpg", size: 5, type: "image/jpeg", url }]);
  });
});

describe("the list in words", () => {
  const summary = (...kinds: FileState[]) =>
    filesSummary(added(...kinds.map((state, index) => listed(String(index), { state }))));
  const ready: FileState = { kind: "ready" };
  const uploaded: FileState = { kind: "uploaded", url: "/api/attachments/u1/i1/f1" };
  const refused: FileState = { kind: "refused", reason: "No." };

  it("says what is going on, and how it ended", () => {
    expect(filesSummary(NO_FILES)).toBe("");
    expect(summary(ready, { kind: "preparing" }, refused)).toBe("Preparing 1 file.");
    expect(summary(ready, ready, refused)).toBe("2 files attached. 1 file refused, see the list for the reason.");
    expect(summary(uploaded, { kind: "uploading", progress: 0.2 }, ready)).toBe("Uploading, 1 of 3 done.");
    expect(summary(uploaded, { kind: "failed", reason: "No." })).toBe(
      "2 files attached. 1 file not uploaded, see the list for the reason.",
    );
  });
});
