import { clear, createStore, del, get, set, setMany, type UseStore } from "idb-keyval";
import { DRAFTS_DATABASE } from "./database-name.ts";

let database: UseStore | undefined;

/** The store with one draft for each member, by uid, and with the draft's marker (`draft-marker.ts`). */
function draftStore(): UseStore {
  database ??= createStore(DRAFTS_DATABASE, "drafts");
  return database;
}

// Each function below rejects if the browser allows no database.

export const readDraft = <T>(uid: string): Promise<T | undefined> => get<T>(uid, draftStore());

/** Writes a draft and its marker in one transaction. */
export const writeDraft = (uid: string, draft: object, marker: object): Promise<void> =>
  setMany(
    [
      [uid, draft],
      [markerKey(uid), marker],
    ],
    draftStore(),
  );

const markerKey = (uid: string): string => `marker ${uid}`;

export const readMarker = <T>(uid: string): Promise<T | undefined> => get<T>(markerKey(uid), draftStore());

export const writeMarker = (uid: string, marker: object): Promise<void> => set(markerKey(uid), marker, draftStore());

/** Without its marker a draft is never offered. The draft itself stays until the member's next draft replaces it. */
export const deleteMarker = (uid: string): Promise<void> => del(markerKey(uid), draftStore());

export const clearDrafts = (): Promise<void> => clear(draftStore());
