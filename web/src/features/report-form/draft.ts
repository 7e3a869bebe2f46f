import { newId } from "../../shared/api/new-id.ts";
import { onUserChange } from "../../shared/session/store.ts";
import { createStore, type ReadonlyStore } from "../../shared/store/store.ts";
import { createFileStore, type FileStore, type ListedFile } from "../attachments/index.ts";
import { initialEnvironment } from "./environment.ts";
import { EMPTY_TEXTS, type ReportTexts, type TextName } from "./report-texts.ts";

/** The state of the last attempt to send; `error` is a whole sentence. */
export type SendState = { kind: "idle" } | { kind: "sending" } | { kind: "failed"; error: string };

/** A report that is not sent yet. `id` becomes the report's id, so that another attempt does not store it twice. */
export interface Draft {
  /** Identifies the draft; unlike `id` it never changes. */
  readonly key: string;
  id: string;
  readonly initialTexts: ReportTexts;
  /** The form's texts when the form was last unmounted. */
  texts: ReportTexts;
  /** Resolves when the running attempt to send ends; `null` if none is running. */
  pendingSend: Promise<SendState> | null;
  readonly files: FileStore;
  /** The keys of the files that the browser has saved with the draft. */
  savedFileKeys: ReadonlySet<string>;
}

const currentDraft = createStore(createDraft());

function createDraft(): Draft {
  const files = createFileStore();
  const texts = { ...EMPTY_TEXTS, environmentInfo: initialEnvironment() };
  return { key: newId(), id: newId(), initialTexts: texts, texts, pendingSend: null, files, savedFileKeys: new Set() };
}

/** Whether the user typed this text: it is neither empty nor the text with which the draft began. */
export function isTyped(draft: Draft, name: TextName, text: string): boolean {
  return text !== "" && text !== draft.initialTexts[name];
}

/** The current draft. It outlives the form, which other screens unmount. */
export const draftStore: ReadonlyStore<Draft> = currentDraft;

export function beginDraft(): void {
  currentDraft.set(createDraft());
}

/** Continues a draft that the browser has saved: it becomes the current draft. */
export function resumeDraft(savedDraft: Pick<Draft, "key" | "id" | "texts"> & { files: ListedFile[] }): void {
  // A draft that an earlier version of the page saved may lack a text.
  const texts = { ...EMPTY_TEXTS, ...savedDraft.texts };
  const draft = { ...createDraft(), key: savedDraft.key, id: savedDraft.id, texts };
  draft.files.restore(savedDraft.files);
  draft.savedFileKeys = new Set(savedDraft.files.map(({ key }) => key));
  currentDraft.set(draft);
}

export function returnToDraft(discardedDraft: Draft): void {
  currentDraft.set(discardedDraft);
}

onUserChange(beginDraft);

/**
 * Gives the draft a new id, for example if a report with its id exists already. The next attempt to send the draft will
 * upload all its files again, since a file's path contains the id.
 */
export function renewDraft(draft: Draft): void {
  draft.id = newId();
  draft.files.forgetUploads();
}
