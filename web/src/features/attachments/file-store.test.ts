import { afterEach, describe, expect, it, vi } from "vitest";
import { uploadedAttachments } from "./file-list.ts";
import { createFileStore } from "./file-store.ts";
import type { Prepare } from "./prepare-file.ts";
import type { Upload, UploadOutcome } from "./upload.ts";

const folder = { uid: "u1", issueId: "i1" };
const file = (name: string, size = 3) => new File(["x".repeat(size)], name);

const asIs: Prepare = async ({ file: { name }, as }) => ({
  kind: "prepared",
  name,
  type: as.kind === "document" ? as.type : "image/jpeg",
  content: new Blob(["content"]),
  resizedFrom: null,
});

/** A store with the keys 1, 2, 3 … */
function newStore(prepare: Prepare = asIs) {
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
function uploader(outcomes: Record<string, UploadOutcome[]> = {}) {
  const tries: string[] = [];
  const upload: Upload = async ({ name, onProgress }) => {
    tries.push(name);
    onProgress(0.5);
    return outcomes[name]?.shift() ?? { kind: "uploaded", url: `/api/attachments/u1/i1/${name}` };
  };
  return { upload, tries };
}

const states = (store: ReturnType<typeof newStore>) => store.get().files.map(({ state }) => state.kind);

afterEach(() => vi.restoreAllMocks());

describe("chosen files", () => {
  it("are prepared at once and listed in their order, the refused ones last", async () => {
    const warn = vi.spyOn(console, "warn").mockReturnValue();
    const store = newStore();
    const count = store.add([file("a.png"), file("big.pdf", 5_242_881), file("b.log"), file("c.exe")]);
    expect(count).toBe(2);
    expect(states(store)).toEqual(["preparing", "preparing", "refused", "refused"]);
    expect(warn.mock.calls).toEqual([["big.pdf is larger than 5 MB and is skipped."]]);
    await store.uploadAll(folder, uploader().upload);
    expect(store.get().files.map(({ name }) => name)).toEqual(["a.png", "b.log", "big.pdf", "c.exe"]);
  });

  it("beyond five are left out, also when chosen in several steps", () => {
    const store = newStore();
    store.add([file("1.png"), file("2.png"), file("3.png")]);
    expect(store.add([file("4.png"), file("5.png"), file("6.png")])).toBe(2);
    expect(store.get().files).toHaveLength(5);
    expect(store.get().note).toBe("Only 5 files can be attached; 1 was left out.");
  });

  it("count until they are removed, even if they are unreadable", async () => {
    const store = newStore(async () => ({ kind: "failed", reason: "unreadable-image" }));
    store.add(["1", "2", "3", "4", "5"].map((name) => file(`${name}.png`)));
    await store.uploadAll(folder, uploader().upload);
    expect(store.add([file("6.png")])).toBe(0);
    store.remove(store.get().files[0]!.key);
    expect(store.add([file("6.png")])).toBe(1);
  });
});

describe("on submit", () => {
  it("every file is uploaded and listed for the report", async () => {
    const store = newStore();
    store.add([file("a.png"), file("b.log")]);
    expect(await store.uploadAll(folder, uploader().upload)).toBe(0);
    expect(uploadedAttachments(store.get())).toEqual([
      { name: "a.png", size: 7, type: "image/jpeg", url: "/api/attachments/u1/i1/a.png" },
      { name: "b.log", size: 7, type: "text/plain", url: "/api/attachments/u1/i1/b.log" },
    ]);
  });

  it("forgotten uploads are repeated", async () => {
    const store = newStore(async (accepted) =>
      accepted.file.name === "bad.png" ? { kind: "failed", reason: "unreadable-image" } : asIs(accepted),
    );
    const { upload, tries } = uploader();
    store.add([file("a.log"), file("bad.png")]);
    await store.uploadAll(folder, upload);
    store.forgetUploads();
    expect(states(store)).toEqual(["ready", "failed"]);
    await store.uploadAll(folder, upload);
    expect(tries).toEqual(["a.log", "a.log"]);
  });

  it("two files are uploaded at the same time", async () => {
    const store = newStore();
    const answers: ((outcome: UploadOutcome) => void)[] = [];
    const uploading = () => states(store).filter((kind) => kind === "uploading").length;
    store.add(["1", "2", "3", "4", "5"].map((name) => file(`${name}.log`)));
    const done = store.uploadAll(folder, () => new Promise((resolve) => answers.push(resolve)));
    for (let answered = 0; answered < 5; answered += 1) {
      await vi.waitFor(() => {
        expect(answers.length).toBe(Math.min(5, answered + 2));
        expect(uploading()).toBe(Math.min(2, 5 - answered));
      });
      answers[answered]!({ kind: "uploaded", url: "/api/attachments/u1/i1/x" });
    }
    expect(await done).toBe(0);
  });

  it("a failed upload shows its reason, and only that file is retried", async () => {
    const store = newStore();
    const { upload, tries } = uploader({ "b.log": [{ kind: "failed", reason: "It was refused.", noResponse: false }] });
    store.add([file("a.png"), file("b.log")]);
    expect(await store.uploadAll(folder, upload)).toBe(1);
    expect(store.get().files[1]!.state).toEqual({ kind: "failed", reason: "It was refused.", noResponse: false });
    expect(await store.uploadAll(folder, upload)).toBe(0);
    expect(tries).toEqual(["a.png", "b.log", "b.log"]);
  });

  it("without a connection the person waits for one timeout, not for one per file", async () => {
    const store = newStore();
    const noResponse: UploadOutcome = { kind: "failed", reason: "No response.", noResponse: true };
    const names = ["1", "2", "3", "4", "5"].map((name) => `${name}.log`);
    const { upload, tries } = uploader(Object.fromEntries(names.map((name) => [name, [noResponse]])));
    store.add(names.map((name) => file(name)));
    expect(await store.uploadAll(folder, upload)).toBe(5);
    expect(tries).toEqual(["1.log", "2.log"]);
    expect(store.get().files.map(({ state }) => state)).toEqual(names.map(() => noResponse));
    expect(await store.uploadAll(folder, uploader().upload)).toBe(0);
  });

  it("an unreadable file counts as failed until it is removed", async () => {
    const store = newStore(async (accepted) =>
      accepted.file.name === "bad.png" ? { kind: "failed", reason: "unreadable-image" } : asIs(accepted),
    );
    store.add([file("bad.png"), file("b.log")]);
    expect(await store.uploadAll(folder, uploader().upload)).toBe(1);
    expect(states(store)).toEqual(["failed", "uploaded"]);
    expect(await store.uploadAll(folder, uploader().upload)).toBe(1);
    store.remove(store.get().files[0]!.key);
    expect(await store.uploadAll(folder, uploader().upload)).toBe(0);
  });

  it("an upload that is already running is awaited, not started twice", async () => {
    const store = newStore();
    store.add([file("a.log")]);
    await store.uploadAll(folder, uploader({ "a.log": [{ kind: "failed", reason: "No.", noResponse: false }] }).upload);
    const answers: ((outcome: UploadOutcome) => void)[] = [];
    const retry: Upload = () => new Promise((resolve) => answers.push(resolve));
    const both = Promise.all([store.uploadFile("1", folder, retry), store.uploadAll(folder, retry)]);
    await vi.waitFor(() => expect(answers.length).toBeGreaterThan(0));
    for (const answer of answers) answer({ kind: "uploaded", url: "/api/attachments/u1/i1/a" });
    expect(await both).toEqual([undefined, 0]);
    expect(answers).toHaveLength(1);
  });
});

describe("a removed file", () => {
  it("is not uploaded, and its running upload is cancelled", async () => {
    const store = newStore();
    let signal: AbortSignal | undefined;
    store.add([file("a.log"), file("b.log")]);
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
