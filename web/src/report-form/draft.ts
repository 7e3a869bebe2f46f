import { newId } from "../api/new-id.ts";
import { createFileStore, type FileStore } from "../attachments/file-store.ts";
import { prepareFile } from "../attachments/prepare-file.ts";

/**
 * A report not sent yet. `id` will be the report's, so that sending it twice files it once; `key` tells drafts apart and
 * never changes.
 */
export interface Draft {
  readonly key: string;
  id: string;
  readonly files: FileStore;
}

/** A draft without files. */
export function newDraft(): Draft {
  return { key: newId(), id: newId(), files: createFileStore({ prepare: prepareFile, newKey: newId }) };
}

/** Makes the draft one that was never sent: with another id, and all its files still to be uploaded. */
export function renewDraft(draft: Draft): void {
  draft.id = newId();
  draft.files.forgetUploads();
}
