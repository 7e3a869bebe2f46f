import { newId } from "../../shared/api/new-id.ts";
import { onUserChange } from "../../shared/session/store.ts";
import { createStore, type ReadonlyStore } from "../../shared/store/create-store.ts";
import { createFileStore, type FileStore, prepareFile } from "../attachments/index.ts";
import { EMPTY_TEXTS, type ReportTexts } from "./report-texts.ts";

/** What is known of the last try to send; `error` is a whole sentence. */
export type Sending = { kind: "idle" } | { kind: "sending" } | { kind: "failed"; error: string };

/**
 * A report not sent yet. `id` will be the report's, so that sending it twice files it once; `key` tells drafts apart and
 * never changes.
 */
export interface Draft {
  readonly key: string;
  id: string;
  /** What stood in the form when it was last taken away. */
  texts: ReportTexts;
  /** While it is being sent, with or without its form: how that ends. */
  underWay: Promise<Sending> | null;
  readonly files: FileStore;
}

const draft = createStore(newDraft());

function newDraft(): Draft {
  const files = createFileStore({ prepare: prepareFile, newKey: newId });
  return { key: newId(), id: newId(), texts: EMPTY_TEXTS, underWay: null, files };
}

/** The draft that the person has begun, or an empty one: it outlives the form, which other screens take away. */
export const draftStore: ReadonlyStore<Draft> = draft;

/** Begins another draft, without texts and files. */
export function beginDraft(): void {
  draft.set(newDraft());
}

onUserChange(beginDraft);

/** Makes the draft one that was never sent: with another id, and all its files still to be uploaded. */
export function renewDraft(draft: Draft): void {
  draft.id = newId();
  draft.files.forgetUploads();
}
