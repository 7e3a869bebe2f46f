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

/** The marker of a member's saved draft; `null` if there is none. */
export function readDraftMarker(uid: string): DraftMarker | null {
  const marker = readStored(KEY) as DraftMarker | null;
  return marker?.uid === uid ? marker : null;
}

/** Stores the marker of a saved draft, or `null` once there is none. */
export function writeDraftMarker(marker: DraftMarker | null): void {
  const uid = marker?.uid ?? (readStored(KEY) as DraftMarker | null)?.uid;
  writeStored(KEY, marker);
  if (uid === undefined) return;
  import("./draft-database.ts").then(({ writeMarker }) => writeMarker(uid, marker)).catch(() => undefined);
}

/**
 * The marker as the database has it, which is then the browser's. A browser that is killed loses what it wrote to
 * `localStorage` in the last seconds or minutes, but not what is in its databases.
 */
export async function recoverDraftMarker(uid: string): Promise<DraftMarker | null> {
  try {
    const databases = await indexedDB.databases();
    if (!databases.some(({ name }) => name === DRAFTS_DATABASE)) return readDraftMarker(uid);
    const { readMarker } = await import("./draft-database.ts");
    const marker = (await readMarker<DraftMarker>(uid)) ?? null;
    // Another user may have signed in meanwhile.
    if (getSession().user?.id === uid) writeStored(KEY, marker);
    return marker;
  } catch {
    return readDraftMarker(uid);
  }
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
