import type { IssueType } from "@logbook/domain";
import { readStored, writeStored } from "../session/local-storage.ts";
import { isSignedOutByUser, onUserChange } from "../session/store.ts";

/** The name of the database with the draft itself (`report-form/saved-draft.ts`). */
export const DRAFTS_DATABASE = "logbook.drafts";

/** What the page can say about a saved draft without opening the database. */
export interface DraftMarker {
  /** The draft's key. */
  key: string;
  uid: string;
  type: IssueType;
  title: string;
  /** The number of files. */
  files: number;
  /** Milliseconds since 1970. */
  savedAt: number;
}

const KEY = "logbook.draft";

/** The marker of a member's saved draft; `null` if there is none. */
export function readDraftMarker(uid: string): DraftMarker | null {
  const marker = readStored(KEY) as DraftMarker | null;
  return marker?.uid === uid ? marker : null;
}

export function writeDraftMarker(marker: DraftMarker | null): void {
  writeStored(KEY, marker);
}

// The next person at this computer must not read it. After a session that only expired, the same member may continue.
onUserChange(() => {
  if (!isSignedOutByUser()) return;
  writeDraftMarker(null);
  globalThis.indexedDB?.deleteDatabase(DRAFTS_DATABASE);
});
