import { useRef } from "react";
import { onUserChange } from "../session/store.ts";
import { createStore, useStore } from "../store/store.ts";

/** An edit whose form is open, in the list or on a report's page. */
interface OpenEdit<T> {
  /** The texts with which the form begins when it is mounted. */
  texts: T;
  /** The `editedAt` of the text that they replace; `""` if it was never edited. */
  from: string;
  /** A number that each opening gets: the form of another opening begins anew. */
  opening: number;
  isSaving: boolean;
  /** Why the last attempt to save failed; `null` if it did not. */
  error: unknown;
  /** Whether that attempt was refused because of a newer stored text, which this window has not loaded yet. */
  isOutdated: boolean;
}

const NONE: ReadonlyMap<string, OpenEdit<unknown>> = new Map();
/** The open edits by key. They outlive their forms, which other screens and filters unmount. */
const openEdits = createStore(NONE);
onUserChange(() => openEdits.set(NONE));
let lastOpening = 0;

function store(key: string, edit: OpenEdit<unknown> | null): void {
  const next = new Map(openEdits.get());
  if (edit === null) next.delete(key);
  else next.set(key, edit);
  openEdits.set(next);
}

/** Returns a function that tells whether the edit with a key is open. */
export function useIsEditOpen(): (key: string) => boolean {
  // Unlike the map, this string stays equal while a text is typed, so React does not render all lists at each letter.
  const openKeys = useStore({ ...openEdits, get: () => String([...openEdits.get().keys()]) }, "");
  return (key) => openKeys.split(",").includes(key);
}

/** An edit that may be open. */
export interface Edit<T> {
  key: string;
  /** `null` while it is closed. */
  open: OpenEdit<T> | null;
  /** Whether this component opened the edit, after a click: then the form takes the focus. */
  wasOpenedHere: boolean;
  begin(texts: T, from: string): void;
  /** Changes this opening; does nothing once it is closed, or replaced by another one. */
  update(changes: Partial<Omit<OpenEdit<T>, "opening">>): void;
  /** Closes this opening. */
  close(): void;
}

/** The edit with this key, such as an id, which outlives the component. A key always has the same `T`. */
export function useOpenEdit<T>(key: string): Edit<T> {
  const read = () => (openEdits.get().get(key) ?? null) as OpenEdit<T> | null;
  const open = useStore({ ...openEdits, get: read }, null);
  const wasOpenedHere = useRef(false);
  const current = () => (read()?.opening === open?.opening ? read() : null);
  return {
    key,
    open,
    wasOpenedHere: wasOpenedHere.current,
    begin(texts, from) {
      wasOpenedHere.current = true;
      lastOpening += 1;
      store(key, { texts, from, opening: lastOpening, isSaving: false, error: null, isOutdated: false });
    },
    update(changes) {
      const edit = current();
      if (edit) store(key, { ...edit, ...changes });
    },
    close() {
      if (current()) store(key, null);
    },
  };
}
