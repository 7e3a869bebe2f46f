import { ATTACHMENT_SIZE_LIMIT } from "@logbook/domain";
import { createStore } from "../../shared/store/store.ts";
import { type Accepted, checkFiles, REFUSAL_TEXTS } from "./check-files.ts";
import {
  addFiles,
  attachedFiles,
  changeFile,
  type DraftFiles,
  type FileState,
  freePlaces,
  type ListedFile,
  listedFile,
  NO_FILES,
  preparedFile,
  removeFile,
} from "./file-list.ts";
import type { Prepare } from "./prepare-file.ts";
import { runInParallel } from "./run-in-parallel.ts";
import { stopAfterNoResponse, type Upload, type UploadFolder } from "./upload.ts";

const MAX_PARALLEL_FILES = 2;

/** The files of one draft. They outlive the form. */
export type FileStore = ReturnType<typeof createFileStore>;

export function createFileStore({ prepare, newKey }: { prepare: Prepare; newKey: () => string }) {
  const { get, set, subscribe } = createStore(NO_FILES);
  const setState = (key: string, state: FileState) => set(changeFile(get(), key, { state }));
  const uploads = createUploads(get, setState);
  const preparations = new Set<Promise<void>>();

  const prepareOne = async ({ key, accepted }: { key: string; accepted: Accepted<File> }) => {
    const result = await prepare(accepted);
    if (result.kind === "prepared") set(changeFile(get(), key, preparedFile(result)));
    else setState(key, { kind: "failed", reason: REFUSAL_TEXTS[result.reason] });
  };

  return {
    get,
    subscribe,

    /** Lists the chosen files and prepares those that it accepts (section 5). Returns the number of accepted files. */
    add(chosen: readonly File[]): number {
      const { accepted, refused, leftOutCount } = checkFiles(chosen, freePlaces(get()));
      const jobs = accepted.map((acceptedFile) => ({ key: newKey(), accepted: acceptedFile }));
      for (const { file, reason } of refused)
        if (reason === "too-large")
          console.warn(`${file.name} is larger than ${ATTACHMENT_SIZE_LIMIT} and is skipped.`);
      const files = [
        ...jobs.map(({ key, accepted: { file } }) => listedFile(key, file, { kind: "preparing" })),
        ...refused.map(({ file, reason }) =>
          listedFile(newKey(), file, { kind: "refused", reason: REFUSAL_TEXTS[reason] }),
        ),
      ];
      set(addFiles(get(), files, leftOutCount));
      const done = runInParallel(jobs, MAX_PARALLEL_FILES, prepareOne).finally(() => preparations.delete(done));
      preparations.add(done);
      return jobs.length;
    },

    /** Lists the prepared files of an earlier visit. */
    restore(files: readonly ListedFile[]) {
      set({ files, note: null });
    },

    /** Shows a sentence beside the list, such as why nothing was added. */
    showNote(note: string | null) {
      set({ ...get(), note });
    },

    remove(key: string) {
      uploads.cancel(key);
      set(removeFile(get(), key));
    },

    uploadFile: uploads.start,

    /** Makes the next `uploadAll` upload all files again. */
    forgetUploads() {
      for (const { key, state } of get().files) if (state.kind === "uploaded") setState(key, { kind: "ready" });
    },

    /** Prepares and uploads all files attached now. Returns how many of them failed. */
    async uploadAll(folder: UploadFolder, upload: Upload): Promise<number> {
      const keys = attachedFiles(get()).map(({ key }) => key);
      const findMissing = () => get().files.filter(({ key, state }) => keys.includes(key) && state.kind !== "uploaded");
      await Promise.all(preparations);
      const uploadOrStop = stopAfterNoResponse(upload);
      await runInParallel(findMissing(), MAX_PARALLEL_FILES, ({ key }) => uploads.start(key, folder, uploadOrStop));
      return findMissing().length;
    },
  };
}

/** The uploads that are running, at most one for each file. */
function createUploads(get: () => DraftFiles, setState: (key: string, state: FileState) => void) {
  const running = new Map<string, { done: Promise<void>; controller: AbortController }>();

  const uploadOne = async (key: string, folder: UploadFolder, upload: Upload, signal: AbortSignal) => {
    const file = get().files.find((each) => each.key === key);
    if (file === undefined || file.content === null) return;
    const onProgress = (progress: number) => setState(key, { kind: "uploading", progress });
    onProgress(0);
    const { name, type, content } = file;
    setState(key, await upload({ folder, name, type, content, onProgress, signal }));
  };

  return {
    /** Uploads one file, or waits for its upload if one is running already. */
    start(key: string, folder: UploadFolder, upload: Upload): Promise<void> {
      const current = running.get(key);
      if (current !== undefined) return current.done;
      const controller = new AbortController();
      const done = uploadOne(key, folder, upload, controller.signal).finally(() => running.delete(key));
      running.set(key, { done, controller });
      return done;
    },

    cancel(key: string) {
      running.get(key)?.controller.abort();
    },
  };
}
