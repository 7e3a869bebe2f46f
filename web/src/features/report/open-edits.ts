import { useRef } from "react";
import { onUserChange } from "../../shared/session/store.ts";
import { createStore, useStore } from "../../shared/store/store.ts";

const NONE: ReadonlyMap<string, unknown> = new Map();
/** The texts that are being edited, by a key; screens and filters unmount their forms. */
const openEdits = createStore(NONE);
onUserChange(() => openEdits.set(NONE));

function change(key: string, text: unknown): void {
  const next = new Map(openEdits.get());
  if (text === undefined) next.delete(key);
  else next.set(key, text);
  openEdits.set(next);
}

/** An edit that may be open. */
export interface OpenEdit<T> {
  /** What its form has; `undefined` while the form is closed. */
  text: T | undefined;
  /** Whether it was opened by a click since the screen shows, so that the form takes the focus. */
  wasOpenedHere: boolean;
  open(first: T): void;
  keep(next: T): void;
  close(): void;
}

/** The edit with this key, which outlives the component. */
export function useOpenEdit<T>(key: string): OpenEdit<T> {
  const text = useStore(openEdits, NONE).get(key) as T | undefined;
  const wasOpenedHere = useRef(false);
  return {
    text,
    wasOpenedHere: wasOpenedHere.current,
    open(first: T) {
      wasOpenedHere.current = true;
      change(key, first);
    },
    keep: (next: T) => change(key, next),
    close: () => change(key, undefined),
  };
}
