import { newId } from "../../shared/api/new-id.ts";
import { onUserChange } from "../../shared/session/store.ts";
import { createStore, type ReadonlyStore } from "../../shared/store/store.ts";
import { createFileStore, type FileStore, type ListedFile, prepareFile } from "../attachments/index.ts";
import { initialEnvironment } from "./environment.ts";
import { EMPTY_TEXTS, type ReportTexts } from "./report-texts.ts";

/** The state of the last attempt to send; `error` is a whole sentence. */
export type SendState = { kind: "idle" } | { kind: "sending" } | { kind: "failed"; error: string };

/** A report that is not sent yet. `id` becomes the report's id, so that sending it again does not store it twice. */
export interface Draft {
  /** Identifies the draft; unlike `id` it never changes. */
  readonly key: string;
  id: string;
  /** The texts that a new draft begins with. A draft counts as empty while its texts equal these. */
  readonly start: ReportTexts;
  /** The form's texts when it was last unmounted. */
  texts: ReportTexts;
  /** Resolves when the running attempt to send ends; `null` if none is running. */
  pendingSend: Promise<SendState> | null;
  readonly files: FileStore;
  /** The keys of the files that the saved draft has. */
  savedFiles: ReadonlySet<string>;
}

const currentDraft = createStore(newDraft());

function newDraft(): Draft {
  const files = createFileStore({ prepare: prepareFile, newKey: newId });
  const start = { ...EMPTY_TEXTS, environmentInfo: initialEnvironment() };
  return { key: newId(), id: newId(), start, texts: start, pendingSend: null, files, savedFiles: new Set() };
}

/** The current draft. It outlives the form, which other screens unmount. */
export const draftStore: ReadonlyStore<Draft> = currentDraft;

export function beginDraft(): void {
  currentDraft.set(newDraft());
}

/** Makes a draft of an earlier visit the current one. */
export function resumeDraft({
  key,
  id,
  texts,
  files,
}: Pick<Draft, "key" | "id" | "texts"> & { files: ListedFile[] }): void {
  // A draft saved by an earlier version of the page may lack a field.
  const resumed = { ...newDraft(), key, id, texts: { ...EMPTY_TEXTS, ...texts } };
  resumed.files.restore(files);
  resumed.savedFiles = new Set(files.map((file) => file.key));
  currentDraft.set(resumed);
}

/** Makes a discarded draft the current one again. */
export function returnToDraft(earlier: Draft): void {
  currentDraft.set(earlier);
}

onUserChange(beginDraft);

/** Gives the draft a new id, and makes the next attempt upload all its files again. */
export function renewDraft(draft: Draft): void {
  draft.id = newId();
  draft.files.forgetUploads();
}
