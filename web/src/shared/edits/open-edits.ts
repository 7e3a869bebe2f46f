import { useRef } from "react";
import { onUserChange } from "../session/store.ts";
import { createStore, useStore } from "../store/store.ts";

/** The texts in an open form. `from` is the `editedAt` of the text that they replace; `""` if it was never edited. */
interface OpenTexts<T> {
  texts: T;
  from: string;
}

const NONE: ReadonlyMap<string, OpenTexts<unknown>> = new Map();
/** The edits whose forms are open, by key. They outlive the forms, which other screens and filters unmount. */
const openEdits = createStore(NONE);
onUserChange(() => openEdits.set(NONE));

function change(key: string, open: OpenTexts<unknown> | null): void {
  const next = new Map(openEdits.get());
  if (open === null) next.delete(key);
  else next.set(key, open);
  openEdits.set(next);
}

/** Returns a function that tells whether the edit with a key is open. */
export function useIsEditOpen(): (key: string) => boolean {
  const open = useStore(openEdits, NONE);
  return (key) => open.has(key);
}

/** An edit that may be open. */
export interface Edit<T> {
  /** The texts in the form; `null` while it is closed. */
  open: OpenTexts<T> | null;
  /** Whether this component opened the edit, after a click: then the form takes the focus. */
  wasOpenedHere: boolean;
  begin(texts: T, from: string): void;
  /** Called once the user has seen a newer stored text, so that saving may replace it. */
  setFrom(from: string): void;
  /** Stores the form's texts for its next mount; does nothing once the edit is closed. */
  setTexts(texts: T): void;
  close(): void;
}

/** The edit with this key, such as an id, which outlives the component. A key always has the same `T`. */
export function useOpenEdit<T>(key: string): Edit<T> {
  const open = (useStore(openEdits, NONE).get(key) ?? null) as OpenTexts<T> | null;
  const wasOpenedHere = useRef(false);
  return {
    open,
    wasOpenedHere: wasOpenedHere.current,
    begin(texts, from) {
      wasOpenedHere.current = true;
      change(key, { texts, from });
    },
    setTexts(texts) {
      const current = openEdits.get().get(key);
      if (current) change(key, { ...current, texts });
    },
    setFrom(from) {
      const current = openEdits.get().get(key);
      if (current) change(key, { ...current, from });
    },
    close: () => change(key, null),
  };
}
