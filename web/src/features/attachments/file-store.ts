import { ATTACHMENT_SIZE_LIMIT } from "@logbook/domain";
import { createStore } from "../../shared/store/store.ts";
import { type AcceptedFile, checkFiles, FILE_PROBLEM_TEXTS } from "./check-files.ts";
import {
  addFiles,
  attachedFiles,
  changeFile,
  createListedFile,
  type DraftFiles,
  type FileState,
  type ListedFile,
  NO_FILES,
  preparedFields,
  remainingFileCount,
  removeFile,
} from "./file-list.ts";
import type { Prepare } from "./prepare-file.ts";
import { runInParallel } from "./run-in-parallel.ts";
import { stopAfterNoResponse, type Upload, type UploadFolder } from "./upload.ts";

const MAX_PARALLEL_FILES = 2;

/** The files of one draft, which is a report that is not sent yet. The store outlives the form. */
export type FileStore = ReturnType<typeof createFileStore>;

export function createFileStore({ prepare, newKey }: { prepare: Prepare; newKey: () => string }) {
  const { get, set, subscribe } = createStore(NO_FILES);
  const setState = (key: string, state: FileState) => set(changeFile(get(), key, { state }));
  const uploads = createUploads(get, setState);
  const preparations = new Set<Promise<void>>();

  const prepareListedFile = async ({ key, acceptedFile }: { key: string; acceptedFile: AcceptedFile<File> }) => {
    const result = await prepare(acceptedFile);
    if (result.kind === "prepared") set(changeFile(get(), key, preparedFields(result)));
    else setState(key, { kind: "failed", reason: FILE_PROBLEM_TEXTS[result.reason] });
  };

  return {
    get,
    subscribe,

    /** Lists the chosen files and prepares the accepted ones (section 5). Returns the number of accepted files. */
    add(chosenFiles: readonly File[]): number {
      const { accepted, refused, leftOutCount } = checkFiles(chosenFiles, remainingFileCount(get()));
      const filesToPrepare = accepted.map((acceptedFile) => ({ key: newKey(), acceptedFile }));
      // Section 5 requires the warning.
      for (const { file, reason } of refused)
        if (reason === "too-large")
          console.warn(`${file.name} is larger than ${ATTACHMENT_SIZE_LIMIT} and is skipped.`);
      const listedFiles = [
        ...filesToPrepare.map(({ key, acceptedFile: { file } }) => createListedFile(key, file, { kind: "preparing" })),
        ...refused.map(({ file, reason }) =>
          createListedFile(newKey(), file, { kind: "refused", reason: FILE_PROBLEM_TEXTS[reason] }),
        ),
      ];
      set(addFiles(get(), listedFiles, leftOutCount));
      const preparation = runInParallel(filesToPrepare, MAX_PARALLEL_FILES, prepareListedFile);
      preparations.add(preparation);
      void preparation.finally(() => preparations.delete(preparation));
      return accepted.length;
    },

    /** Lists the prepared files of a draft that an earlier visit saved. */
    restore(files: readonly ListedFile[]) {
      set({ files, note: null });
    },

    /** Shows a sentence above the list, such as why nothing was added; `null` removes it. */
    showNote(note: string | null) {
      set({ ...get(), note });
    },

    remove(key: string) {
      uploads.cancel(key);
      set(removeFile(get(), key));
    },

    /** Uploads one file, for example again after a failure. */
    uploadFile: uploads.start,

    /** Makes the next `uploadAll` upload all files again, for example into the folder of another report id. */
    forgetUploads() {
      for (const { key, state } of get().files) if (state.kind === "uploaded") setState(key, { kind: "ready" });
    },

    /** Uploads the files that are attached now, once they are prepared. Returns how many of them failed. */
    async uploadAll(folder: UploadFolder, upload: Upload): Promise<number> {
      const attachedKeys = attachedFiles(get()).map(({ key }) => key);
      const findUnuploadedFiles = () =>
        get().files.filter(({ key, state }) => attachedKeys.includes(key) && state.kind !== "uploaded");
      await Promise.all(preparations);
      // After one upload without a response, `uploadOrFail` fails all later ones at once.
      const uploadOrFail = stopAfterNoResponse(upload);
      await runInParallel(findUnuploadedFiles(), MAX_PARALLEL_FILES, ({ key }) =>
        uploads.start(key, folder, uploadOrFail),
      );
      return findUnuploadedFiles().length;
    },
  };
}

/** The uploads that are running, at most one for each file. */
function createUploads(get: () => DraftFiles, setState: (key: string, state: FileState) => void) {
  const runningUploads = new Map<string, { promise: Promise<void>; controller: AbortController }>();

  const uploadListedFile = async (key: string, folder: UploadFolder, upload: Upload, signal: AbortSignal) => {
    const file = get().files.find((listedFile) => listedFile.key === key);
    // The user has removed the file, or the browser could not read it.
    if (file === undefined || file.content === null) return;
    const onProgress = (progress: number) => setState(key, { kind: "uploading", progress });
    onProgress(0);
    const { name, type, content } = file;
    setState(key, await upload({ folder, name, type, content, onProgress, signal }));
  };

  return {
    /** Uploads one file, or waits for its upload if the upload is already running. */
    start(key: string, folder: UploadFolder, upload: Upload): Promise<void> {
      const runningUpload = runningUploads.get(key);
      if (runningUpload !== undefined) return runningUpload.promise;
      const controller = new AbortController();
      const promise = uploadListedFile(key, folder, upload, controller.signal).finally(() =>
        runningUploads.delete(key),
      );
      runningUploads.set(key, { promise, controller });
      return promise;
    },

    cancel(key: string) {
      runningUploads.get(key)?.controller.abort();
    },
  };
}
