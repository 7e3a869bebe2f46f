import { useRef } from "react";
import { createUnsentTexts } from "../../shared/session/unsent-texts.ts";
import { useStore } from "../../shared/store/store.ts";

/** An edit whose form is open, in the list or on a report's page. */
interface OpenEdit<T> {
  /** The texts with which the form begins when it is mounted. */
  texts: T;
  /** The `editedAt` of the stored texts that these texts replace; `""` if the stored texts were never edited. */
  from: string;
  /** The number of this opening. Each time the edit is opened, it gets another number, and a new form. */
  opening: number;
  isSaving: boolean;
  /** The error of the last attempt to save; `null` if there was none. */
  error: unknown;
  /** Whether the last attempt was refused because of a newer stored text, which this window has not loaded yet. */
  isOutdated: boolean;
}

/** The open edits by key. They stay when another screen or a filter unmounts their forms. */
const openEdits = createUnsentTexts<OpenEdit<unknown>>("logbook.edits", (edit) => ({
  ...edit,
  isSaving: false,
  error: null,
}));
let lastOpening = Math.max(0, ...[...openEdits.get().values()].map(({ opening }) => opening));

/** Returns a function that tells whether the edit with a key is open. */
export function useIsEditOpen(): (key: string) => boolean {
  // Unlike the map, this string stays equal while a text is typed, so typing renders no component that uses this hook.
  // No key has a comma. `""` is the value on the server, where no edit is open.
  const openKeys = useStore({ ...openEdits, get: () => [...openEdits.get().keys()].join(",") }, "");
  return (key) => openKeys.split(",").includes(key);
}

/** An edit that may be open. */
export interface Edit<T> {
  key: string;
  /** `null` while the edit is closed. */
  open: OpenEdit<T> | null;
  /** Whether a click in this component opened the edit. Only then does the form take the focus when it is mounted. */
  wasOpenedHere: boolean;
  begin(texts: T, from: string): void;
  /** Changes this opening. Does nothing once the edit was closed, even if it was opened again. */
  update(changes: Partial<Omit<OpenEdit<T>, "opening">>): void;
  /** Closes this opening. Does nothing once the edit was closed, even if it was opened again. */
  close(): void;
}

/** The edit with this unique key. An open edit stays when the component unmounts. A key always has the same `T`. */
export function useOpenEdit<T>(key: string): Edit<T> {
  const readEdit = () => (openEdits.get().get(key) ?? null) as OpenEdit<T> | null;
  const renderedEdit = useStore({ ...openEdits, get: readEdit }, null);
  const wasOpenedHere = useRef(false);
  // `null` if the rendered opening was closed, even if the edit was opened again.
  const readThisOpening = () => (readEdit()?.opening === renderedEdit?.opening ? readEdit() : null);
  return {
    key,
    open: renderedEdit,
    wasOpenedHere: wasOpenedHere.current,
    begin(texts, from) {
      wasOpenedHere.current = true;
      lastOpening += 1;
      openEdits.put(key, { texts, from, opening: lastOpening, isSaving: false, error: null, isOutdated: false });
    },
    update(changes) {
      const edit = readThisOpening();
      if (edit) openEdits.put(key, { ...edit, ...changes });
    },
    close() {
      if (readThisOpening()) openEdits.put(key, null);
    },
  };
}
