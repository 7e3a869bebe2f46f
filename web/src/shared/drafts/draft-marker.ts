import type { IssueType } from "@logbook/domain";
import { readStored, writeStored } from "../session/local-storage.ts";
import { isSignedOutByUser, onUserChange } from "../session/store.ts";
import { DRAFTS_DATABASE } from "./database-name.ts";

/** A summary of the saved draft, which the page can show without opening the database. */
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
  import("./draft-database.ts")
    .then(({ clearDrafts }) => clearDrafts())
    // If its code could not be loaded, nothing holds the database open.
    .catch(() => indexedDB.deleteDatabase(DRAFTS_DATABASE));
});
