import { clear, createStore, del, get, set, type UseStore } from "idb-keyval";
import { DRAFTS_DATABASE } from "./database-name.ts";

let database: UseStore | undefined;

/** The drafts by uid, one for each member, and their markers. */
function drafts(): UseStore {
  database ??= createStore(DRAFTS_DATABASE, "drafts");
  return database;
}

// Each rejects where the browser allows no database.

export const readDraft = <T>(uid: string): Promise<T | undefined> => get<T>(uid, drafts());

export const writeDraft = (uid: string, draft: object): Promise<void> => set(uid, draft, drafts());

const markerKey = (uid: string): string => `marker ${uid}`;

export const readMarker = <T>(uid: string): Promise<T | undefined> => get<T>(markerKey(uid), drafts());

/** Writes a draft's marker, or removes it. */
export const writeMarker = (uid: string, marker: object | null): Promise<void> =>
  marker === null ? del(markerKey(uid), drafts()) : set(markerKey(uid), marker, drafts());

export const clearDrafts = (): Promise<void> => clear(drafts());
