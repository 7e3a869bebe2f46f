import { afterEach, describe, expect, it, vi } from "vitest";
import { uploadedAttachments } from "./file-list.ts";
import { createFileStore } from "./file-store.ts";
import type { Prepare } from "./prepare-file.ts";
import type { Upload, UploadOutcome } from "./upload.ts";

const folder = { uid: "u1", issueId: "i1" };
const newFile = (name: string, size = 3) => new File(["x".repeat(size)], name);

const prepareUnchanged: Prepare = async ({ file: { name }, storedAs }) => ({
  kind: "prepared",
  name,
  type: storedAs.kind === "document" ? storedAs.type : "image/jpeg",
  content: new Blob(["content"]),
  resizedFrom: null,
});

/** A store with the keys 1, 2, 3 … */
function createTestStore(prepare: Prepare = prepareUnchanged) {
  let keys = 0;
  return createFileStore({
    prepare,
    newKey: () => {
      keys += 1;
      return String(keys);
    },
  });
}

/** An upload function with the listed outcomes for each file name, one per attempt; by default the upload succeeds. */
function fakeUpload(outcomes: Record<string, UploadOutcome[]> = {}) {
  const tried: string[] = [];
  const upload: Upload = async ({ name, onProgress }) => {
    tried.push(name);
    onProgress(0.5);
    return outcomes[name]?.shift() ?? { kind: "uploaded", url: `/api/attachments/u1/i1/${name}` };
  };
  return { upload, tried };
}

const stateKinds = (store: ReturnType<typeof createTestStore>) => store.get().files.map(({ state }) => state.kind);

afterEach(() => vi.restoreAllMocks());

describe("chosen files", () => {
  it("are prepared at once and listed in their order, the refused ones last", async () => {
    const warn = vi.spyOn(console, "warn").mockReturnValue();
    const store = createTestStore();
    const count = store.add([newFile("a.png"), newFile("big.pdf", 5_242_881), newFile("b.log"), newFile("c.exe")]);
    expect(count).toBe(2);
    expect(stateKinds(store)).toEqual(["preparing", "preparing", "refused", "refused"]);
    expect(warn.mock.calls).toEqual([["big.pdf is larger than 5 MB and is skipped."]]);
    await store.uploadAll(folder, fakeUpload().upload);
    expect(store.get().files.map(({ name }) => name)).toEqual(["a.png", "b.log", "big.pdf", "c.exe"]);
  });

  it("are left out beyond five, also if they are chosen in several steps", () => {
    const store = createTestStore();
    store.add([newFile("1.png"), newFile("2.png"), newFile("3.png")]);
    expect(store.add([newFile("4.png"), newFile("5.png"), newFile("6.png")])).toBe(2);
    expect(store.get().files).toHaveLength(5);
    expect(store.get().note).toBe("Only 5 files can be attached; 1 was left out.");
  });

  it("take a place until they are removed, even if they are unreadable", async () => {
    const store = createTestStore(async () => ({ kind: "failed", reason: "unreadable-image" }));
    store.add(["1", "2", "3", "4", "5"].map((name) => newFile(`${name}.png`)));
    await store.uploadAll(folder, fakeUpload().upload);
    expect(store.add([newFile("6.png")])).toBe(0);
    store.remove(store.get().files[0]!.key);
    expect(store.add([newFile("6.png")])).toBe(1);
  });
});

describe("on submit", () => {
  it("every file is uploaded and listed for the report", async () => {
    const store = createTestStore();
    store.add([newFile("a.png"), newFile("b.log")]);
    expect(await store.uploadAll(folder, fakeUpload().upload)).toBe(0);
    expect(uploadedAttachments(store.get())).toEqual([
      { name: "a.png", size: 7, type: "image/jpeg", url: "/api/attachments/u1/i1/a.png" },
      { name: "b.log", size: 7, type: "text/plain", url: "/api/attachments/u1/i1/b.log" },
    ]);
  });

  it("files are uploaded again after `forgetUploads`", async () => {
    const store = createTestStore(async (accepted) =>
      accepted.file.name === "bad.png" ? { kind: "failed", reason: "unreadable-image" } : prepareUnchanged(accepted),
    );
    const { upload, tried } = fakeUpload();
    store.add([newFile("a.log"), newFile("bad.png")]);
    await store.uploadAll(folder, upload);
    store.forgetUploads();
    expect(stateKinds(store)).toEqual(["ready", "failed"]);
    await store.uploadAll(folder, upload);
    expect(tried).toEqual(["a.log", "a.log"]);
  });

  it("at most two files are uploaded at the same time", async () => {
    const store = createTestStore();
    const answers: ((outcome: UploadOutcome) => void)[] = [];
    const countUploading = () => stateKinds(store).filter((kind) => kind === "uploading").length;
    store.add(["1", "2", "3", "4", "5"].map((name) => newFile(`${name}.log`)));
    const done = store.uploadAll(folder, () => new Promise((resolve) => answers.push(resolve)));
    for (let answered = 0; answered < 5; answered += 1) {
      await vi.waitFor(() => {
        expect(answers.length).toBe(Math.min(5, answered + 2));
        expect(countUploading()).toBe(Math.min(2, 5 - answered));
      });
      answers[answered]!({ kind: "uploaded", url: "/api/attachments/u1/i1/x" });
    }
    expect(await done).toBe(0);
  });

  it("a failed upload shows its reason, and only that file is retried", async () => {
    const store = createTestStore();
    const { upload, tried } = fakeUpload({
      "b.log": [{ kind: "failed", reason: "It was refused.", noResponse: false }],
    });
    store.add([newFile("a.png"), newFile("b.log")]);
    expect(await store.uploadAll(folder, upload)).toBe(1);
    expect(store.get().files[1]!.state).toEqual({ kind: "failed", reason: "It was refused.", noResponse: false });
    expect(await store.uploadAll(folder, upload)).toBe(0);
    expect(tried).toEqual(["a.png", "b.log", "b.log"]);
  });

  it("without a connection the user waits for one timeout, not for one per file", async () => {
    const store = createTestStore();
    const noResponse: UploadOutcome = { kind: "failed", reason: "No response.", noResponse: true };
    const names = ["1", "2", "3", "4", "5"].map((name) => `${name}.log`);
    const { upload, tried } = fakeUpload(Object.fromEntries(names.map((name) => [name, [noResponse]])));
    store.add(names.map((name) => newFile(name)));
    expect(await store.uploadAll(folder, upload)).toBe(5);
    expect(tried).toEqual(["1.log", "2.log"]);
    expect(store.get().files.map(({ state }) => state)).toEqual(names.map(() => noResponse));
    expect(await store.uploadAll(folder, fakeUpload().upload)).toBe(0);
  });

  it("an unreadable file counts as failed until it is removed", async () => {
    const store = createTestStore(async (accepted) =>
      accepted.file.name === "bad.png" ? { kind: "failed", reason: "unreadable-image" } : prepareUnchanged(accepted),
    );
    store.add([newFile("bad.png"), newFile("b.log")]);
    expect(await store.uploadAll(folder, fakeUpload().upload)).toBe(1);
    expect(stateKinds(store)).toEqual(["failed", "uploaded"]);
    expect(await store.uploadAll(folder, fakeUpload().upload)).toBe(1);
    store.remove(store.get().files[0]!.key);
    expect(await store.uploadAll(folder, fakeUpload().upload)).toBe(0);
  });

  it("an upload that is already running is awaited, not started twice", async () => {
    const store = createTestStore();
    store.add([newFile("a.log")]);
    await store.uploadAll(
      folder,
      fakeUpload({ "a.log": [{ kind: "failed", reason: "No.", noResponse: false }] }).upload,
    );
    const answers: ((outcome: UploadOutcome) => void)[] = [];
    const retry: Upload = () => new Promise((resolve) => answers.push(resolve));
    const bothCalls = Promise.all([store.uploadFile("1", folder, retry), store.uploadAll(folder, retry)]);
    await vi.waitFor(() => expect(answers.length).toBeGreaterThan(0));
    for (const answer of answers) answer({ kind: "uploaded", url: "/api/attachments/u1/i1/a" });
    expect(await bothCalls).toEqual([undefined, 0]);
    expect(answers).toHaveLength(1);
  });
});

describe("a removed file", () => {
  it("is not uploaded, and its running upload is cancelled", async () => {
    const store = createTestStore();
    let signal: AbortSignal | undefined;
    store.add([newFile("a.log"), newFile("b.log")]);
    store.remove("2");
    const done = store.uploadAll(folder, (job) => {
      signal = job.signal;
      return new Promise((resolve) =>
        job.signal.addEventListener("abort", () => resolve({ kind: "failed", reason: "Cancelled.", noResponse: true })),
      );
    });
    await vi.waitFor(() => expect(signal).toBeDefined());
    store.remove("1");
    expect(await done).toBe(0);
    expect(signal!.aborted).toBe(true);
    expect(store.get().files).toEqual([]);
  });
});
