import { clear, createStore, get, set, type UseStore } from "idb-keyval";
import { DRAFTS_DATABASE } from "./database-name.ts";

let database: UseStore | undefined;

/** The drafts by uid, one for each member. */
function drafts(): UseStore {
  database ??= createStore(DRAFTS_DATABASE, "drafts");
  return database;
}

// Each rejects where the browser allows no database.

export const readDraft = <T>(uid: string): Promise<T | undefined> => get<T>(uid, drafts());

export const writeDraft = (uid: string, draft: object): Promise<void> => set(uid, draft, drafts());

export const clearDrafts = (): Promise<void> => clear(drafts());
