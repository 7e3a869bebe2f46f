import type { IssueType } from "@logbook/domain";
import { readStored, writeStored } from "../session/local-storage.ts";
import { getSession, isSignedOutByUser, onUserChange } from "../session/store.ts";
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
// The key of the draft that was sent last. The page may be closed before the database has removed its marker.
const SENT_KEY = "logbook.sent-draft";
let lastRemoval: Promise<void> = Promise.resolve();

/** The marker of a member's saved draft; `null` if there is none. */
export function readDraftMarker(uid: string): DraftMarker | null {
  const marker = readStored(KEY) as DraftMarker | null;
  return marker?.uid === uid ? marker : null;
}

/** Stores a marker in `localStorage`. The database already has the draft and its marker. */
export function storeDraftMarker(marker: DraftMarker): void {
  writeStored(KEY, marker);
}

/** Removes the marker from `localStorage` at once. Resolves when it is removed from the database too. */
export function removeDraftMarker(uid: string): Promise<void> {
  writeStored(KEY, null);
  lastRemoval = import("./draft-database.ts").then(({ deleteMarker }) => deleteMarker(uid)).catch(() => undefined);
  return lastRemoval;
}

/** Remembers that the draft with this key was sent, and is not to be offered again. */
export function storeSentDraft(key: string): void {
  writeStored(SENT_KEY, key);
}

/**
 * Reads the marker from the database and copies it to `localStorage`. A browser that is killed may lose its last writes
 * to `localStorage`, but not those to a database. So the database has every marker that `localStorage` has.
 */
export async function recoverDraftMarker(uid: string): Promise<DraftMarker | null> {
  const before = readDraftMarker(uid);
  try {
    // A draft that is being discarded must not be found again.
    await lastRemoval;
    const databases = await indexedDB.databases();
    if (!databases.some(({ name }) => name === DRAFTS_DATABASE)) return readDraftMarker(uid);
    const { readMarker } = await import("./draft-database.ts");
    const saved = (await readMarker<DraftMarker>(uid)) ?? null;
    const marker = saved?.key === readStored(SENT_KEY) ? null : saved;
    // A draft that was saved or discarded meanwhile is newer than what was read.
    if (readDraftMarker(uid)?.key !== before?.key) return readDraftMarker(uid);
    // Another user may have signed in meanwhile.
    if (getSession().user?.id === uid) writeStored(KEY, marker);
    return marker;
  } catch {
    return readDraftMarker(uid);
  }
}

// The next person at this computer must not read the draft. After an expired session the same member may continue it.
onUserChange(() => {
  if (!isSignedOutByUser()) return;
  writeStored(KEY, null);
  import("./draft-database.ts")
    .then(({ clearDrafts }) => clearDrafts())
    // If its code could not be loaded, nothing holds the database open.
    .catch(() => indexedDB.deleteDatabase(DRAFTS_DATABASE));
});
