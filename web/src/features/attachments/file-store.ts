import { ATTACHMENT_SIZE_LIMIT } from "@logbook/domain";
import { type Accepted, checkFiles, REFUSALS } from "./check-files.ts";
import {
  attachedFiles,
  type FileEvent,
  type FileList,
  freePlaces,
  type ListedFile,
  NO_FILES,
  nextFiles,
} from "./file-list.ts";
import type { Prepare } from "./prepare-file.ts";
import { runInParallel } from "./run-in-parallel.ts";
import { type DraftPlace, stopAfterNoAnswer, type Upload } from "./upload.ts";

const AT_ONCE = 2;

/** What the store needs from outside. */
export interface FileStorePorts {
  prepare: Prepare;
  newKey: () => string;
}

/** The files of one draft. They live on while the form is closed; `get` and `subscribe` are for `useSyncExternalStore`. */
export type FileStore = ReturnType<typeof createFileStore>;

/** Makes an empty store. */
export function createFileStore({ prepare, newKey }: FileStorePorts) {
  let list: FileList = NO_FILES;
  const listeners = new Set<() => void>();
  const preparing = new Set<Promise<void>>();
  const uploads = new Map<string, { done: Promise<void>; stop: AbortController }>();

  const tell = (event: FileEvent) => {
    list = nextFiles(list, event);
    for (const listener of listeners) listener();
  };

  const prepareOne = async ({ key, accepted }: { key: string; accepted: Accepted<File> }) => {
    const result = await prepare(accepted);
    if (result.kind === "prepared") tell({ kind: "prepared", key, file: result });
    else tell({ kind: "moved", key, state: { kind: "failed", reason: REFUSALS[result.reason] } });
  };

  const uploadOne = async (key: string, place: DraftPlace, upload: Upload, signal: AbortSignal) => {
    const file = list.files.find((each) => each.key === key);
    if (file === undefined || file.content === null) return;
    const move = (state: ListedFile["state"]) => tell({ kind: "moved", key, state });
    move({ kind: "uploading", progress: 0 });
    const { name, type, content } = file;
    const onProgress = (progress: number) => move({ kind: "uploading", progress });
    move(await upload({ place, name, type, content, onProgress, signal }));
  };

  /** Uploads one file, unless that is happening already. */
  const uploadFile = (key: string, place: DraftPlace, upload: Upload): Promise<void> => {
    const running = uploads.get(key);
    if (running !== undefined) return running.done;
    const stop = new AbortController();
    const done = uploadOne(key, place, upload, stop.signal).finally(() => uploads.delete(key));
    uploads.set(key, { done, stop });
    return done;
  };

  return {
    get: () => list,
    subscribe(listener: () => void) {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },

    /**
     * Takes chosen, dropped or pasted files: judges each, lists it, and prepares it for upload at once (section 5).
     * Gives how many of them are on their way to be attached.
     */
    add(chosen: readonly File[]): number {
      const sorted = checkFiles(chosen, freePlaces(list));
      const listed = (file: File, state: ListedFile["state"]): ListedFile => ({
        key: newKey(),
        name: file.name,
        size: file.size,
        type: file.type,
        content: null,
        resizedFrom: null,
        state,
      });
      const jobs = sorted.accepted.map((accepted) => {
        const file = listed(accepted.file, { kind: "preparing" });
        return { key: file.key, accepted, file };
      });
      for (const { file, reason } of sorted.refused)
        if (reason === "too-large")
          console.warn(`${file.name} is larger than ${ATTACHMENT_SIZE_LIMIT} and is skipped.`);
      const refused = sorted.refused.map(({ file, reason }) =>
        listed(file, { kind: "refused", reason: REFUSALS[reason] }),
      );
      tell({ kind: "added", files: [...jobs.map(({ file }) => file), ...refused], leftOut: sorted.leftOut });
      const done = runInParallel(jobs, AT_ONCE, prepareOne).finally(() => preparing.delete(done));
      preparing.add(done);
      return jobs.length;
    },

    /** Shows a sentence beside the list, such as why nothing was added. */
    note(note: string | null) {
      tell({ kind: "noted", note });
    },

    /** Takes a file off the list, and gives up its upload. */
    remove(key: string) {
      uploads.get(key)?.stop.abort();
      tell({ kind: "removed", key });
    },

    uploadFile,

    /** Has every file uploaded anew the next time. */
    forgetUploads() {
      tell({ kind: "forgotten" });
    },

    /** Prepares and uploads what is not uploaded yet, and says how many of the files attached now could not be. */
    async uploadAll(place: DraftPlace, upload: Upload): Promise<number> {
      const wanted = attachedFiles(list).map(({ key }) => key);
      await Promise.all(preparing);
      const waiting = attachedFiles(list).filter(({ key, state }) => wanted.includes(key) && state.kind !== "uploaded");
      const uploadOrGiveUp = stopAfterNoAnswer(upload);
      await runInParallel(waiting, AT_ONCE, ({ key }) => uploadFile(key, place, uploadOrGiveUp));
      return list.files.filter(({ key, state }) => wanted.includes(key) && state.kind !== "uploaded").length;
    },
  };
}
