import { LIMITS } from "@logbook/domain";
import { afterEach, describe, expect, it, vi } from "vitest";
import { uploadedAttachments } from "./file-list.ts";
import { createFileStore, type FileStore } from "./file-store.ts";
import type { prepareFile } from "./prepare-file.ts";
import type { Upload, UploadOutcome } from "./upload.ts";

const folder = { uid: "u1", issueId: "i1" };
const newFile = (name: string, size = 3) => new File(["x".repeat(size)], name);

const preparedContent = new Blob(["content"]);
const resizedFrom = { width: 4032, height: 3024 };
const fakePrepare: typeof prepareFile = async (_, storedAs, name) => ({
  name,
  size: preparedContent.size,
  type: storedAs.kind === "document" ? storedAs.type : "image/jpeg",
  content: preparedContent,
  resizedFrom: storedAs.kind === "document" ? null : resizedFrom,
  state: { kind: "ready" },
});
const failToPrepare: typeof prepareFile = async () => ({ state: { kind: "failed", reason: "It is unreadable." } });
/** Fails for the file `bad.png` only. */
const failToPrepareBad: typeof prepareFile = (file, storedAs, name) =>
  (file.name === "bad.png" ? failToPrepare : fakePrepare)(file, storedAs, name);

const keyOf = (store: FileStore, name: string): string => store.get().files.find((file) => file.name === name)!.key;

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

const stateKinds = (store: FileStore) => store.get().files.map(({ state }) => state.kind);

afterEach(() => vi.restoreAllMocks());

describe("chosen files", () => {
  it("are prepared at once and listed in the order of their choice, the refused ones last", async () => {
    const warn = vi.spyOn(console, "warn").mockReturnValue();
    const store = createFileStore(5, fakePrepare);
    const tooLargeFile = newFile("big.pdf", LIMITS.attachmentBytes + 1);
    const acceptedCount = store.add([newFile("a.png"), tooLargeFile, newFile("b.log"), newFile("c.exe")]);
    expect(acceptedCount).toBe(2);
    expect(stateKinds(store)).toEqual(["preparing", "preparing", "refused", "refused"]);
    expect(warn.mock.calls).toEqual([["big.pdf is larger than 5 MB and is skipped."]]);
    // `uploadAll` waits until the files are prepared.
    await store.uploadAll(folder, createFakeUpload().upload);
    expect(store.get().files.map(({ name }) => name)).toEqual(["a.jpg", "b.log", "big.pdf", "c.exe"]);
    expect(store.get().files[0]).toMatchObject({ type: "image/jpeg", size: preparedContent.size, resizedFrom });
  });

  it("are stored under different names, also if their own names differ only in the extension of the image", async () => {
    const store = createFileStore(5, fakePrepare);
    store.add([newFile("login.png"), newFile("login.jpg"), newFile("a.log")]);
    store.add([newFile("Login.webp"), newFile("a.log")]);
    await store.uploadAll(folder, createFakeUpload().upload);
    const names = store.get().files.map(({ name }) => name);
    expect(names).toEqual(["login.jpg", "login (2).jpg", "a.log", "Login (3).jpg", "a (2).log"]);
  });

  it("are as many as the draft may have; a note says how many more were left out", () => {
    const store = createFileStore(3, fakePrepare);
    expect(store.add([newFile("a.log"), newFile("b.log")])).toBe(2);
    expect(store.add([newFile("c.log"), newFile("d.log"), newFile("e.log")])).toBe(1);
    expect(store.get().note).toBe("Only 3 files can be attached; 2 were left out.");
    expect(store.get().files).toHaveLength(3);
  });

  it("may have the name of a file that was removed", async () => {
    const store = createFileStore(5, fakePrepare);
    store.add([newFile("login.png")]);
    await store.uploadAll(folder, createFakeUpload().upload);
    store.remove(keyOf(store, "login.jpg"));
    store.add([newFile("login.gif")]);
    await store.uploadAll(folder, createFakeUpload().upload);
    expect(store.get().files.map(({ name }) => name)).toEqual(["login.jpg"]);
  });

  it("are left out from the sixth on, even if the user adds them in several steps; a note counts them", () => {
    const store = createFileStore(5, fakePrepare);
    store.add([newFile("1.png"), newFile("2.png"), newFile("3.png")]);
    expect(store.get().note).toBeNull();
    expect(store.add([newFile("4.png"), newFile("5.png"), newFile("6.png")])).toBe(2);
    expect(store.get().files.map(({ name }) => name)).toEqual(["1.png", "2.png", "3.png", "4.png", "5.png"]);
    expect(store.get().note).toBe("Only 5 files can be attached; 1 was left out.");
    expect(store.add([newFile("7.png"), newFile("8.png")])).toBe(0);
    expect(store.get().note).toBe("Only 5 files can be attached; 2 were left out.");
    store.remove(keyOf(store, "1.png"));
    expect(store.get().note).toBeNull();
  });

  it("do not count towards the limit of five if they are refused, and say why", () => {
    vi.spyOn(console, "warn").mockReturnValue();
    const store = createFileStore(5, fakePrepare);
    const tooLargeFile = newFile("b.png", LIMITS.attachmentBytes + 1);
    store.add([newFile("a.exe"), tooLargeFile, newFile("c.log", 0)]);
    expect(store.get().files.map(({ state }) => state)).toEqual([
      { kind: "refused", reason: "Only images, PDF, TXT, LOG and JSON files can be attached." },
      { kind: "refused", reason: "Larger than 5 MB (5,242,880 bytes). Please attach a smaller file." },
      { kind: "refused", reason: "This file is empty. Please attach a file with content." },
    ]);
    expect(store.add(["1", "2", "3", "4", "5"].map((name) => newFile(`${name}.log`)))).toBe(5);
  });

  it("count towards the limit of five until they are removed, even if they are unreadable", async () => {
    const store = createFileStore(5, failToPrepare);
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
    const store = createFileStore(5, fakePrepare);
    store.add([newFile("a.png"), newFile("b.log")]);
    expect(await store.uploadAll(folder, createFakeUpload().upload)).toBe(0);
    expect(uploadedAttachments(store.get())).toEqual([
      { name: "a.jpg", size: preparedContent.size, type: "image/jpeg", url: "/api/attachments/u1/i1/a.jpg" },
      { name: "b.log", size: preparedContent.size, type: "text/plain", url: "/api/attachments/u1/i1/b.log" },
    ]);
  });

  it("every readable file is uploaded again if `forgetUploads` was called before", async () => {
    const store = createFileStore(5, failToPrepareBad);
    const { upload, attemptedNames } = createFakeUpload();
    store.add([newFile("a.log"), newFile("bad.png")]);
    await store.uploadAll(folder, upload);
    store.forgetUploads();
    expect(stateKinds(store)).toEqual(["ready", "failed"]);
    await store.uploadAll(folder, upload);
    expect(attemptedNames).toEqual(["a.log", "a.log"]);
  });

  it("at most two files are uploaded at the same time", async () => {
    const store = createFileStore(5, fakePrepare);
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
    const store = createFileStore(5, fakePrepare);
    const { upload, attemptedNames } = createFakeUpload({
      "b.log": [{ kind: "failed", reason: "It was refused.", gotNoResponse: false }],
    });
    store.add([newFile("a.png"), newFile("b.log")]);
    expect(await store.uploadAll(folder, upload)).toBe(1);
    expect(store.get().files[1]!.state).toEqual({ kind: "failed", reason: "It was refused.", gotNoResponse: false });
    expect(await store.uploadAll(folder, upload)).toBe(0);
    expect(attemptedNames).toEqual(["a.jpg", "b.log", "b.log"]);
  });

  it("after two files got no response, the other files fail at once instead of waiting for more timeouts", async () => {
    const store = createFileStore(5, fakePrepare);
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
    const store = createFileStore(5, failToPrepareBad);
    store.add([newFile("bad.png"), newFile("b.log")]);
    expect(await store.uploadAll(folder, createFakeUpload().upload)).toBe(1);
    expect(stateKinds(store)).toEqual(["failed", "uploaded"]);
    expect(await store.uploadAll(folder, createFakeUpload().upload)).toBe(1);
    store.remove(store.get().files[0]!.key);
    expect(await store.uploadAll(folder, createFakeUpload().upload)).toBe(0);
  });

  it("`uploadAll` waits for the running upload of a file instead of starting a second one", async () => {
    const store = createFileStore(5, fakePrepare);
    store.add([newFile("a.log")]);
    const refusal: UploadOutcome = { kind: "failed", reason: "No.", gotNoResponse: false };
    await store.uploadAll(folder, createFakeUpload({ "a.log": [refusal] }).upload);
    const uploadFinishers: ((outcome: UploadOutcome) => void)[] = [];
    const upload: Upload = () => new Promise((resolve) => uploadFinishers.push(resolve));
    store.uploadFile(keyOf(store, "a.log"), folder, upload);
    const failedCountPromise = store.uploadAll(folder, upload);
    await vi.waitFor(() => expect(uploadFinishers.length).toBeGreaterThan(0));
    for (const finishUpload of uploadFinishers) finishUpload({ kind: "uploaded", url: "/api/attachments/u1/i1/a" });
    expect(await failedCountPromise).toBe(0);
    expect(uploadFinishers).toHaveLength(1);
  });
});

describe("a removed file", () => {
  it("is not uploaded; if its upload is running, the upload is cancelled", async () => {
    const store = createFileStore(5, fakePrepare);
    let signal: AbortSignal | undefined;
    store.add([newFile("a.log"), newFile("b.log")]);
    store.remove(keyOf(store, "b.log"));
    const failedCountPromise = store.uploadAll(folder, (job) => {
      signal = job.signal;
      const cancelled: UploadOutcome = { kind: "failed", reason: "Cancelled.", gotNoResponse: true };
      return new Promise((resolve) => job.signal.addEventListener("abort", () => resolve(cancelled)));
    });
    await vi.waitFor(() => expect(signal).toBeDefined());
    store.remove(keyOf(store, "a.log"));
    expect(await failedCountPromise).toBe(0);
    expect(signal!.aborted).toBe(true);
    expect(store.get().files).toEqual([]);
  });
});

describe("a text file with strikes", () => {
  it("gets a name that no other file has, and is uploaded again after a change", async () => {
    const store = createFileStore(5, fakePrepare);
    store.add([newFile("app (1 struck out).log"), newFile("app.log")]);
    const { upload, attemptedNames } = createFakeUpload();
    await store.uploadAll(folder, upload);
    const review = { original: new Blob(["x"]), plainName: "app.log", foundCount: 1, leftIn: [] };
    store.changeReview(keyOf(store, "app.log"), review, preparedContent);
    expect(store.get().files.map(({ name }) => name)).toEqual(["app (1 struck out).log", "app (1 struck out) (2).log"]);
    await store.uploadAll(folder, upload);
    expect(attemptedNames.slice(2)).toEqual(["app (1 struck out) (2).log"]);
  });
});
