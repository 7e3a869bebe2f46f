import type { IssueType } from "@logbook/domain";
import type { UseStore } from "idb-keyval";
import { readStored, writeStored } from "../../shared/session/local-storage.ts";
import { getSession, isSignedOutByUser, onUserChange } from "../../shared/session/store.ts";

/** A summary of the saved draft, which the page can show without opening the database. */
export interface DraftMarker {
  /** The draft's random key. */
  key: string;
  uid: string;
  type: IssueType;
  title: string;
  /** The number of files. */
  files: number;
  /** Milliseconds since 1970. */
  savedAt: number;
}

export type RestoreOutcome = "restored" | "missing" | "would-replace";

/** The message if Undo cannot restore a discarded draft. */
export const DRAFT_REPLACED = "The draft cannot be restored: the report that you have begun has replaced it.";

const DATABASE = "logbook.drafts";
const MARKER_KEY = "logbook.draft";
// The key of the last sent draft. If the page is closed at once, the draft's marker may stay in the database.
const SENT_DRAFT_KEY = "logbook.sent-draft";
let openedStore: UseStore | undefined;
let lastRemoval: Promise<void> = Promise.resolve();

/** Opens the store of the members' drafts and markers, each by uid. Rejects if the browser allows no database. */
async function openDatabase() {
  const library = await import("idb-keyval");
  openedStore ??= library.createStore(DATABASE, "drafts");
  return { library, store: openedStore };
}

const databaseKeyOfMarker = (uid: string): string => `marker ${uid}`;

export async function readDraft<T>(uid: string): Promise<T | undefined> {
  const { library, store } = await openDatabase();
  return await library.get<T>(uid, store);
}

/** Writes a draft and its marker in one transaction. */
export async function writeDraft(uid: string, draft: object, marker: DraftMarker): Promise<void> {
  const { library, store } = await openDatabase();
  const entries: [string, object][] = [
    [uid, draft],
    [databaseKeyOfMarker(uid), marker],
  ];
  await library.setMany(entries, store);
}

/** The marker of a member's saved draft; `null` if there is none. */
export function readDraftMarker(uid: string): DraftMarker | null {
  const marker = readStored(MARKER_KEY) as DraftMarker | null;
  return marker?.uid === uid ? marker : null;
}

/** Stores a marker in `localStorage`. Call this after the database has stored the draft and the marker. */
export function storeDraftMarker(marker: DraftMarker): void {
  writeStored(MARKER_KEY, marker);
}

/**
 * Removes the marker from `localStorage` at once. Resolves when the marker is removed from the database too. Without
 * its marker a draft is never offered. The draft itself stays until the member's next draft replaces it.
 */
export function removeDraftMarker(uid: string): Promise<void> {
  writeStored(MARKER_KEY, null);
  lastRemoval = openDatabase()
    .then(({ library, store }) => library.del(databaseKeyOfMarker(uid), store))
    // If the database cannot be opened, the page may offer the draft once more.
    .catch(() => undefined);
  return lastRemoval;
}

/** Undoes `removeDraftMarker`. Resolves to `false` if another draft has replaced that draft meanwhile. */
export async function restoreDraftMarker(marker: DraftMarker): Promise<boolean> {
  const savedDraft = await readDraft<{ key: string }>(marker.uid);
  if (savedDraft?.key !== marker.key) return false;
  const { library, store } = await openDatabase();
  await library.set(databaseKeyOfMarker(marker.uid), marker, store);
  storeDraftMarker(marker);
  return true;
}

/** Calls `listener` when another window has saved, sent or discarded a draft. Returns a function that unsubscribes. */
export function onDraftChangedElsewhere(listener: () => void): () => void {
  const callForMarker = ({ key }: StorageEvent) => key === MARKER_KEY && listener();
  addEventListener("storage", callForMarker);
  return () => removeEventListener("storage", callForMarker);
}

/** Stores that the draft with this key was sent, so that the page does not offer it again. */
export function storeSentDraft(key: string): void {
  writeStored(SENT_DRAFT_KEY, key);
}

/**
 * Reads the marker from the database and copies it to `localStorage`, because a browser that is killed may lose its
 * last writes to `localStorage`, but not its writes to a database.
 */
export async function recoverDraftMarker(uid: string): Promise<DraftMarker | null> {
  const markerBefore = readDraftMarker(uid);
  try {
    // If a draft is being discarded, its marker must not be read again.
    await lastRemoval;
    // If no draft was ever saved, do not load the code of the database.
    if (!(await doesDatabaseExist())) return readDraftMarker(uid);
    await deleteDraftsOfOthers(uid);
    const { library, store } = await openDatabase();
    const savedMarker = (await library.get<DraftMarker>(databaseKeyOfMarker(uid), store)) ?? null;
    const marker = savedMarker?.key === readStored(SENT_DRAFT_KEY) ? null : savedMarker;
    // If a draft was saved or discarded meanwhile, `localStorage` is newer than the marker that was read.
    if (readDraftMarker(uid)?.key !== markerBefore?.key) return readDraftMarker(uid);
    // Another user may have signed in meanwhile.
    if (getSession().user?.id === uid) writeStored(MARKER_KEY, marker);
    return marker;
  } catch {
    return readDraftMarker(uid);
  }
}

async function doesDatabaseExist(): Promise<boolean> {
  return (await indexedDB.databases()).some(({ name }) => name === DATABASE);
}

/** Deletes what the database has of other members, whose sessions have ended without a logout. */
async function deleteDraftsOfOthers(uid: string): Promise<void> {
  const { library, store } = await openDatabase();
  const keys = await library.keys<string>(store);
  const isOwn = (key: string): boolean =>
    key === uid || key === databaseKeyOfMarker(uid) || key.startsWith(databaseKeyOfFiles(uid, ""));
  await library.delMany(
    keys.filter((key) => !isOwn(key)),
    store,
  );
}

const databaseKeyOfFiles = (uid: string, key: string): string => `files ${uid} ${key}`;

/** The stored files of an unsent amendment; `undefined` if there are none. Rejects if there is no database. */
export async function readUnsentFiles<T>(uid: string, key: string): Promise<T | undefined> {
  const { library, store } = await openDatabase();
  return await library.get<T>(databaseKeyOfFiles(uid, key), store);
}

/** Stores the files of an unsent amendment; `null` deletes them. Rejects if the browser cannot store them. */
export async function writeUnsentFiles(uid: string, key: string, files: object | null): Promise<void> {
  const { library, store } = await openDatabase();
  const databaseKey = databaseKeyOfFiles(uid, key);
  await (files === null ? library.del(databaseKey, store) : library.set(databaseKey, files, store));
}

/** Deletes a member's stored files that were saved before `time`: the text with which they belong is gone. */
export async function deleteOldFiles(uid: string, time: number): Promise<void> {
  const { library, store } = await openDatabase();
  const entries = await library.entries<string, { savedAt?: number }>(store);
  const isOld = ([key, { savedAt = 0 }]: [string, { savedAt?: number }]) =>
    key.startsWith(databaseKeyOfFiles(uid, "")) && savedAt < time;
  await library.delMany(
    entries.filter(isOld).map(([key]) => key),
    store,
  );
}

// The next person at this computer must not read the draft. After an expired session the same member may continue it.
onUserChange(() => {
  const { user } = getSession();
  if (user !== null) {
    // If another member has signed in, nobody may continue the last member's draft.
    if (readDraftMarker(user.id) === null) writeStored(MARKER_KEY, null);
    void recoverDraftMarker(user.id);
    return;
  }
  if (!isSignedOutByUser()) return;
  writeStored(MARKER_KEY, null);
  openDatabase()
    .then(({ library, store }) => library.clear(store))
    // If the code could not be loaded, the database is not open and can be deleted as a whole.
    .catch(() => indexedDB.deleteDatabase(DATABASE));
});
