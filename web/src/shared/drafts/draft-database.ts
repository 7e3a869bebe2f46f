import { clear, createStore, del, get, set, setMany, type UseStore } from "idb-keyval";
import { DRAFTS_DATABASE } from "./database-name.ts";

let database: UseStore | undefined;

/** The drafts by uid, one for each member, and their markers. */
function drafts(): UseStore {
  database ??= createStore(DRAFTS_DATABASE, "drafts");
  return database;
}

// Each function below rejects where the browser allows no database.

export const readDraft = <T>(uid: string): Promise<T | undefined> => get<T>(uid, drafts());

/** Writes a draft and its marker, both or none. */
export const writeDraft = (uid: string, draft: object, marker: object): Promise<void> =>
  setMany(
    [
      [uid, draft],
      [markerKey(uid), marker],
    ],
    drafts(),
  );

const markerKey = (uid: string): string => `marker ${uid}`;

export const readMarker = <T>(uid: string): Promise<T | undefined> => get<T>(markerKey(uid), drafts());

export const writeMarker = (uid: string, marker: object): Promise<void> => set(markerKey(uid), marker, drafts());

export const deleteMarker = (uid: string): Promise<void> => del(markerKey(uid), drafts());

export const clearDrafts = (): Promise<void> => clear(drafts());
