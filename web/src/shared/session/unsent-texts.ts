import { createStore, type ReadonlyStore } from "../store/store.ts";
import { getSession, onUserChange, onUserLeft } from "./store.ts";

/** Texts that the user has typed and not sent yet, by key. */
export interface UnsentTexts<T> extends ReadonlyStore<ReadonlyMap<string, T>> {
  /** Stores the text with this key; `null` removes it. */
  put(key: string, value: T | null): void;
}

/** What `sessionStorage` has: the texts by key, and the id of the user who typed them. */
interface StoredTexts<T> {
  uid: string;
  texts: [key: string, value: T][];
}

/**
 * Texts that outlive their forms. Because they are also in `sessionStorage` under `storageKey`, they outlive a reload, a
 * visit to another site, and a session that has ended elsewhere. They are removed when the user logs out, or another
 * user signs in. If the browser cannot store them, it asks before the user leaves the page.
 *
 * `toIdle` returns a value without what ends with the page or the session, such as a running request; `null` for a value
 * that need not be kept.
 */
export function createUnsentTexts<T>(storageKey: string, toIdle: (value: T) => T | null): UnsentTexts<T> {
  const stored = readTexts<T>(storageKey);
  const store = createStore<ReadonlyMap<string, T>>(new Map(stored?.texts));
  let uid = stored?.uid;

  const idleTexts = () =>
    [...store.get()].flatMap(([key, value]): [string, T][] => {
      const idleValue = toIdle(value);
      return idleValue === null ? [] : [[key, idleValue]];
    });
  const set = (texts: ReadonlyMap<string, T>): void => {
    store.set(texts);
    uid = getSession().user?.id ?? uid;
    const isStored = uid === undefined || writeTexts(storageKey, { uid, texts: idleTexts() });
    if (isStored) removeEventListener("beforeunload", askBeforeLeaving);
    else addEventListener("beforeunload", askBeforeLeaving);
  };
  const askBeforeLeaving = (event: BeforeUnloadEvent) => event.preventDefault();

  onUserLeft(() => set(new Map()), uid);
  // A request that has failed because the session had ended is no news after the next login.
  onUserChange(() => set(new Map(idleTexts())));
  return {
    get: store.get,
    subscribe: store.subscribe,
    put(key, value) {
      const texts = new Map(store.get());
      if (value === null) texts.delete(key);
      else texts.set(key, value);
      set(texts);
    },
  };
}

function readTexts<T>(storageKey: string): StoredTexts<T> | null {
  try {
    return JSON.parse(sessionStorage.getItem(storageKey) ?? "null");
  } catch {
    return null;
  }
}

/** Returns whether nothing is lost if the user leaves the page now: the texts are stored, or there are none. */
function writeTexts<T>(storageKey: string, stored: StoredTexts<T>): boolean {
  const isEmpty = stored.texts.length === 0;
  try {
    if (isEmpty) sessionStorage.removeItem(storageKey);
    else sessionStorage.setItem(storageKey, JSON.stringify(stored));
    return true;
  } catch {
    return isEmpty;
  }
}
