import { useRef } from "react";
import { onUserChange } from "../../shared/session/store.ts";
import { createStore, useStore } from "../../shared/store/store.ts";

/** The texts in an open form, and the `editedAt` of what it was opened with, `""` if there was none. */
interface OpenTexts<T> {
  texts: T;
  from: string;
}

const NONE: ReadonlyMap<string, OpenTexts<unknown>> = new Map();
/** The edits whose forms are open, by a key; screens and filters unmount the forms. */
const openEdits = createStore(NONE);
onUserChange(() => openEdits.set(NONE));

function change(key: string, open: OpenTexts<unknown> | null): void {
  const next = new Map(openEdits.get());
  if (open === null) next.delete(key);
  else next.set(key, open);
  openEdits.set(next);
}

/** An edit that may be open. */
export interface Edit<T> {
  open: OpenTexts<T> | null;
  /** Whether it was opened by a click since the screen shows, so that the form takes the focus. */
  wasOpenedHere: boolean;
  begin(texts: T, from: string): void;
  /** Sets the `editedAt` of the text that the edit replaces. */
  setFrom(from: string): void;
  /** Keeps what the form has for its next mount; does nothing once the form is closed. */
  keep(texts: T): void;
  close(): void;
}

/** The edit with this key, which outlives the component. */
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
    keep(texts) {
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
