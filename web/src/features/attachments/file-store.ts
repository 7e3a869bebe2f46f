import { ATTACHMENT_SIZE_LIMIT, checkFile } from "@logbook/domain";
import { newId } from "../../shared/api/new-id.ts";
import { createStore, type Store } from "../../shared/store/store.ts";
import { attachedFiles, type DraftFiles, type ListedFile, type TextReview } from "./file-list.ts";
import {
  FILE_PROBLEM_TEXTS,
  prepareFile,
  reviewedFile,
  type StoredAs,
  storedImageName,
  storedName,
  uniqueName,
} from "./prepare-file.ts";
import type { Upload, UploadFolder, UploadOutcome } from "./upload.ts";

// Each photo that is being prepared takes much memory.
const MAX_PARALLEL_FILES = 2;

/** The files of one draft, which is a report or an amendment that is not sent yet. The store outlives the form. */
export type FileStore = ReturnType<typeof createFileStore>;

/** `maxCount` is the number of files that the report or amendment may have. */
export function createFileStore(maxCount: number, prepare = prepareFile) {
  const list = createStore<DraftFiles>({ files: [], note: null });
  const { get, set, subscribe } = list;
  // Resolves once all files are prepared, and no file is being uploaded by `uploadFile`.
  let runningWork: Promise<unknown> = Promise.resolve();
  // Until a file is prepared, the list has its own name.
  const newNames = new Map<string, string>();

  /** The name under which a file will be stored: two files never share a name, as `a.png` and `a.jpg` would. */
  function freeName(key: string, name: string): string {
    const otherNames = attachedFiles(get())
      .filter((listedFile) => listedFile.key !== key)
      .flatMap((listedFile) => newNames.get(listedFile.key) ?? (listedFile.content === null ? [] : listedFile.name));
    const newName = uniqueName(name, otherNames);
    newNames.set(key, newName);
    return newName;
  }

  /** Changes a file whose name may have become that of another one, as the number of its strikes is part of it. */
  function changePrepared(key: string, changes: Partial<ListedFile>): void {
    changeFile(list, key, changes.name === undefined ? changes : { ...changes, name: freeName(key, changes.name) });
  }

  return {
    get,
    subscribe,
    maxCount,

    /** Lists the chosen files and prepares the accepted ones (section 5). Returns the number of accepted files. */
    add(chosenFiles: readonly File[]): number {
      const freePlaces = maxCount - attachedFiles(get()).length;
      const { accepted, refused, leftOutCount } = checkFiles(chosenFiles, freePlaces);
      const leftOutText = `${leftOutCount} ${leftOutCount === 1 ? "was" : "were"} left out`;
      const note = leftOutCount === 0 ? null : `Only ${maxCount} files can be attached; ${leftOutText}.`;
      set({ files: [...get().files, ...accepted.map(({ listedFile }) => listedFile), ...refused], note });
      const named = accepted.map(({ listedFile: { key }, file, storedAs }) => {
        const name = storedAs.kind === "image" ? storedImageName(file.name) : storedName(file.name);
        return { key, file, storedAs, name: freeName(key, name) };
      });
      const preparation = runInParallel(named, async ({ key, file, storedAs, name }) =>
        changePrepared(key, await prepare(file, storedAs, name)),
      );
      runningWork = Promise.all([runningWork, preparation]);
      return accepted.length;
    },

    /** Lists the prepared files of a draft that an earlier visit saved. */
    restore(files: readonly ListedFile[]) {
      set({ files, note: null });
    },

    /** Changes what is struck out of a text file; `content` is the file with these strikes. */
    changeReview(key: string, review: TextReview, content: Blob) {
      changePrepared(key, reviewedFile(review, content));
    },

    /** Takes a marked picture in place of a picture. */
    replacePicture(key: string, content: Blob) {
      changeFile(list, key, { content, size: content.size, state: { kind: "ready" } });
    },

    /** Shows a sentence above the list, such as why nothing was added. */
    showNote(note: string) {
      set({ ...get(), note });
    },

    remove(key: string) {
      set({ files: get().files.filter((file) => file.key !== key), note: null });
    },

    /** Uploads one file again after a failure. */
    uploadFile(key: string, folder: UploadFolder, upload: Upload) {
      runningWork = Promise.all([runningWork, uploadListedFile(list, key, folder, upload)]);
    },

    /** Makes the next `uploadAll` upload all files again, for example into the folder of another report id. */
    forgetUploads() {
      for (const { key, state } of get().files)
        if (state.kind === "uploaded") changeFile(list, key, { state: { kind: "ready" } });
    },

    /** Uploads the files that are attached now, once they are prepared. Returns how many of them failed. */
    async uploadAll(folder: UploadFolder, upload: Upload): Promise<number> {
      const attachedKeys = attachedFiles(get()).map(({ key }) => key);
      const findUnuploadedFiles = () =>
        get().files.filter(({ key, state }) => attachedKeys.includes(key) && state.kind !== "uploaded");
      await runningWork;
      // After an upload without a response, the waiting files fail at once: the user waits for one timeout only.
      let noResponse: UploadOutcome | null = null;
      const uploadOrFail: Upload = async (job) => {
        const outcome = noResponse ?? (await upload(job));
        if (outcome.kind === "failed" && outcome.gotNoResponse) noResponse = outcome;
        return outcome;
      };
      await runInParallel(findUnuploadedFiles(), ({ key }) => uploadListedFile(list, key, folder, uploadOrFail));
      return findUnuploadedFiles().length;
    },
  };
}

/** Changes a listed file, unless it was removed meanwhile. */
function changeFile({ get, set }: Store<DraftFiles>, key: string, changes: Partial<ListedFile>): void {
  set({ ...get(), files: get().files.map((file) => (file.key === key ? { ...file, ...changes } : file)) });
}

/** Refuses unusable files. Of the others, accepts the first `freePlaces` files and leaves out the rest (section 5). */
function checkFiles(chosenFiles: readonly File[], freePlaces: number) {
  const accepted: { listedFile: ListedFile; file: File; storedAs: StoredAs }[] = [];
  const refused: ListedFile[] = [];
  let leftOutCount = 0;
  for (const file of chosenFiles) {
    const { name, size, type } = file;
    const unprepared = { key: newId(), name, size, type, content: null, resizedFrom: null };
    const check = checkFile(file);
    if (check.kind === "refused") {
      // Section 5 requires the warning.
      if (check.reason === "too-large") console.warn(`${name} is larger than ${ATTACHMENT_SIZE_LIMIT} and is skipped.`);
      refused.push({ ...unprepared, state: { kind: "refused", reason: FILE_PROBLEM_TEXTS[check.reason] } });
    } else if (accepted.length < freePlaces)
      accepted.push({ listedFile: { ...unprepared, state: { kind: "preparing" } }, file, storedAs: check });
    else leftOutCount += 1;
  }
  return { accepted, refused, leftOutCount };
}

/** Uploads a file of the list if it has content. If the user removes the file, its upload is cancelled. */
async function uploadListedFile(list: Store<DraftFiles>, key: string, folder: UploadFolder, upload: Upload) {
  const findFile = () => list.get().files.find((file) => file.key === key);
  const file = findFile();
  if (file === undefined || file.content === null) return;
  const { name, type, content } = file;
  const controller = new AbortController();
  const unsubscribe = list.subscribe(() => {
    if (findFile() === undefined) controller.abort();
  });
  const onProgress = (progress: number) => changeFile(list, key, { state: { kind: "uploading", progress } });
  // The list shows the file as uploading at once.
  onProgress(0);
  const state = await upload({ folder, name, type, content, onProgress, signal: controller.signal });
  unsubscribe();
  changeFile(list, key, { state });
}

/** Calls `task` for every item in order, `MAX_PARALLEL_FILES` at a time. Resolves when all tasks are done. */
async function runInParallel<T>(items: readonly T[], task: (item: T) => Promise<void>): Promise<void> {
  const queue = [...items];
  const worker = async () => {
    for (let item = queue.shift(); item !== undefined; item = queue.shift()) await task(item);
  };
  await Promise.all(Array.from({ length: MAX_PARALLEL_FILES }, worker));
}
