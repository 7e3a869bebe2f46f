import { LIMITS } from "@logbook/domain";
import { afterEach, describe, expect, it, vi } from "vitest";
import { uploadedAttachments } from "./file-list.ts";
import { createFileStore } from "./file-store.ts";
import type { Prepare } from "./prepare-file.ts";
import type { Upload, UploadOutcome } from "./upload.ts";

const folder = { uid: "u1", issueId: "i1" };
const newFile = (name: string, size = 3) => new File(["x".repeat(size)], name);

const preparedContent = new Blob(["content"]);
const fakePrepare: Prepare = async ({ file: { name }, storedAs }) => ({
  kind: "prepared",
  name,
  type: storedAs.kind === "document" ? storedAs.type : "image/jpeg",
  content: preparedContent,
  resizedFrom: null,
});

/** A store with the keys 1, 2, 3 … */
function createTestStore(prepare: Prepare = fakePrepare) {
  let lastKey = 0;
  return createFileStore({
    prepare,
    newKey: () => {
      lastKey += 1;
      return String(lastKey);
    },
  });
}

/**
 * An upload function that records the name of each file in `attemptedNames`. `outcomes` has the outcomes of a file's
 * first attempts; all later attempts succeed.
 */
function createFakeUpload(outcomes: Record<string, UploadOutcome[]> = {}) {
  const attemptedNames: string[] = [];
  const upload: Upload = async ({ name, onProgress }) => {
    attemptedNames.push(name);
    onProgress(0.5);
    return outcomes[name]?.shift() ?? { kind: "uploaded", url: `/api/attachments/u1/i1/${name}` };
  };
  return { upload, attemptedNames };
}

const stateKinds = (store: ReturnType<typeof createTestStore>) => store.get().files.map(({ state }) => state.kind);

afterEach(() => vi.restoreAllMocks());

describe("chosen files", () => {
  it("are prepared at once and listed in the order of their choice, the refused ones last", async () => {
    const warn = vi.spyOn(console, "warn").mockReturnValue();
    const store = createTestStore();
    const tooLargeFile = newFile("big.pdf", LIMITS.attachmentBytes + 1);
    const acceptedCount = store.add([newFile("a.png"), tooLargeFile, newFile("b.log"), newFile("c.exe")]);
    expect(acceptedCount).toBe(2);
    expect(stateKinds(store)).toEqual(["preparing", "preparing", "refused", "refused"]);
    expect(warn.mock.calls).toEqual([["big.pdf is larger than 5 MB and is skipped."]]);
    // `uploadAll` waits until the files are prepared.
    await store.uploadAll(folder, createFakeUpload().upload);
    expect(store.get().files.map(({ name }) => name)).toEqual(["a.png", "b.log", "big.pdf", "c.exe"]);
  });

  it("are left out from the sixth on, even if the user adds them in several steps", () => {
    const store = createTestStore();
    store.add([newFile("1.png"), newFile("2.png"), newFile("3.png")]);
    expect(store.add([newFile("4.png"), newFile("5.png"), newFile("6.png")])).toBe(2);
    expect(store.get().files).toHaveLength(5);
    expect(store.get().note).toBe("Only 5 files can be attached; 1 was left out.");
  });

  it("count towards the limit of five until they are removed, even if they are unreadable", async () => {
    const store = createTestStore(async () => ({ kind: "failed", reason: "unreadable-image" }));
    store.add(["1", "2", "3", "4", "5"].map((name) => newFile(`${name}.png`)));
    // `uploadAll` waits until the files are prepared.
    await store.uploadAll(folder, createFakeUpload().upload);
    expect(store.add([newFile("6.png")])).toBe(0);
    store.remove(store.get().files[0]!.key);
    expect(store.add([newFile("6.png")])).toBe(1);
  });
});

describe("on submit", () => {
  it("every file is uploaded and listed for the report", async () => {
    const store = createTestStore();
    store.add([newFile("a.png"), newFile("b.log")]);
    expect(await store.uploadAll(folder, createFakeUpload().upload)).toBe(0);
    expect(uploadedAttachments(store.get())).toEqual([
      { name: "a.png", size: preparedContent.size, type: "image/jpeg", url: "/api/attachments/u1/i1/a.png" },
      { name: "b.log", size: preparedContent.size, type: "text/plain", url: "/api/attachments/u1/i1/b.log" },
    ]);
  });

  it("every readable file is uploaded again if `forgetUploads` was called before", async () => {
    const store = createTestStore(async (accepted) =>
      accepted.file.name === "bad.png" ? { kind: "failed", reason: "unreadable-image" } : fakePrepare(accepted),
    );
    const { upload, attemptedNames } = createFakeUpload();
    store.add([newFile("a.log"), newFile("bad.png")]);
    await store.uploadAll(folder, upload);
    store.forgetUploads();
    expect(stateKinds(store)).toEqual(["ready", "failed"]);
    await store.uploadAll(folder, upload);
    expect(attemptedNames).toEqual(["a.log", "a.log"]);
  });

  it("at most two files are uploaded at the same time", async () => {
    const store = createTestStore();
    const uploadFinishers: ((outcome: UploadOutcome) => void)[] = [];
    const countUploading = () => stateKinds(store).filter((kind) => kind === "uploading").length;
    store.add(["1", "2", "3", "4", "5"].map((name) => newFile(`${name}.log`)));
    const failedCountPromise = store.uploadAll(folder, () => new Promise((resolve) => uploadFinishers.push(resolve)));
    for (let finishedCount = 0; finishedCount < 5; finishedCount += 1) {
      const runningCount = Math.min(2, 5 - finishedCount);
      await vi.waitFor(() => {
        expect(uploadFinishers.length).toBe(finishedCount + runningCount);
        expect(countUploading()).toBe(runningCount);
      });
      uploadFinishers[finishedCount]!({ kind: "uploaded", url: "/api/attachments/u1/i1/x" });
    }
    expect(await failedCountPromise).toBe(0);
  });

  it("a failed upload shows its reason, and only that file is retried", async () => {
    const store = createTestStore();
    const { upload, attemptedNames } = createFakeUpload({
      "b.log": [{ kind: "failed", reason: "It was refused.", gotNoResponse: false }],
    });
    store.add([newFile("a.png"), newFile("b.log")]);
    expect(await store.uploadAll(folder, upload)).toBe(1);
    expect(store.get().files[1]!.state).toEqual({ kind: "failed", reason: "It was refused.", gotNoResponse: false });
    expect(await store.uploadAll(folder, upload)).toBe(0);
    expect(attemptedNames).toEqual(["a.png", "b.log", "b.log"]);
  });

  it("after two files got no response, the other files fail at once instead of waiting for more timeouts", async () => {
    const store = createTestStore();
    const noResponse: UploadOutcome = { kind: "failed", reason: "No response.", gotNoResponse: true };
    const names = ["1", "2", "3", "4", "5"].map((name) => `${name}.log`);
    const { upload, attemptedNames } = createFakeUpload(Object.fromEntries(names.map((name) => [name, [noResponse]])));
    store.add(names.map((name) => newFile(name)));
    expect(await store.uploadAll(folder, upload)).toBe(5);
    expect(attemptedNames).toEqual(["1.log", "2.log"]);
    expect(store.get().files.map(({ state }) => state)).toEqual(names.map(() => noResponse));
    expect(await store.uploadAll(folder, createFakeUpload().upload)).toBe(0);
  });

  it("an unreadable file counts as failed until it is removed", async () => {
    const store = createTestStore(async (accepted) =>
      accepted.file.name === "bad.png" ? { kind: "failed", reason: "unreadable-image" } : fakePrepare(accepted),
    );
    store.add([newFile("bad.png"), newFile("b.log")]);
    expect(await store.uploadAll(folder, createFakeUpload().upload)).toBe(1);
    expect(stateKinds(store)).toEqual(["failed", "uploaded"]);
    expect(await store.uploadAll(folder, createFakeUpload().upload)).toBe(1);
    store.remove(store.get().files[0]!.key);
    expect(await store.uploadAll(folder, createFakeUpload().upload)).toBe(0);
  });

  it("`uploadAll` waits for the running upload of a file instead of starting a second one", async () => {
    const store = createTestStore();
    store.add([newFile("a.log")]);
    await store.uploadAll(
      folder,
      createFakeUpload({ "a.log": [{ kind: "failed", reason: "No.", gotNoResponse: false }] }).upload,
    );
    const uploadFinishers: ((outcome: UploadOutcome) => void)[] = [];
    const upload: Upload = () => new Promise((resolve) => uploadFinishers.push(resolve));
    const retryOfFile = store.uploadFile("1", folder, upload);
    const retryOfAll = store.uploadAll(folder, upload);
    await vi.waitFor(() => expect(uploadFinishers.length).toBeGreaterThan(0));
    for (const finishUpload of uploadFinishers) finishUpload({ kind: "uploaded", url: "/api/attachments/u1/i1/a" });
    expect(await Promise.all([retryOfFile, retryOfAll])).toEqual([undefined, 0]);
    expect(uploadFinishers).toHaveLength(1);
  });
});

describe("a removed file", () => {
  it("is not uploaded; if its upload is running, the upload is cancelled", async () => {
    const store = createTestStore();
    let signal: AbortSignal | undefined;
    store.add([newFile("a.log"), newFile("b.log")]);
    store.remove("2");
    const failedCountPromise = store.uploadAll(folder, (job) => {
      signal = job.signal;
      return new Promise((resolve) =>
        job.signal.addEventListener("abort", () =>
          resolve({ kind: "failed", reason: "Cancelled.", gotNoResponse: true }),
        ),
      );
    });
    await vi.waitFor(() => expect(signal).toBeDefined());
    store.remove("1");
    expect(await failedCountPromise).toBe(0);
    expect(signal!.aborted).toBe(true);
    expect(store.get().files).toEqual([]);
  });
});
