import { createUnsentTexts } from "../../shared/session/unsent-texts.ts";
import { useStore } from "../../shared/store/store.ts";

/** The entry that an admin is writing. Only one can be open. */
export interface OpenEntry {
  id: string;
  title: string;
  text: string;
  /** The numbers of the linked reports, as the admin has typed them. */
  reports: string;
  /** The `savedAt` of the stored entry that these texts replace; `""` for a new entry. */
  from: string;
  isPublished: boolean;
  isSaving: boolean;
  /** The error of the last attempt to save; `null` if there was none. */
  error: string | null;
  /** Whether the last attempt was refused because somebody else has changed the entry. */
  hasConflict: boolean;
}

const KEY = "entry";

/** It stays when another screen is shown, and when the page is loaded again. */
const openEntries = createUnsentTexts<OpenEntry>("logbook.entry", (entry) => ({
  ...entry,
  isSaving: false,
  error: null,
}));

export const readOpenEntry = (): OpenEntry | null => openEntries.get().get(KEY) ?? null;

export const useOpenEntry = (): OpenEntry | null => useStore({ ...openEntries, get: readOpenEntry }, null);

let isFocusWanted = false;

/** Whether the form was opened by a button since the last call. A form that was open before a reload takes no focus. */
export function takeFocusRequest(): boolean {
  const wasWanted = isFocusWanted;
  isFocusWanted = false;
  return wasWanted;
}

/** Opens the form with these texts. */
export function openEntry(texts: Pick<OpenEntry, "id" | "title" | "text" | "reports" | "from" | "isPublished">): void {
  isFocusWanted = true;
  openEntries.put(KEY, { ...texts, isSaving: false, error: null, hasConflict: false });
}

/** Changes the open entry; does nothing if it was closed. */
export function updateOpenEntry(changes: Partial<OpenEntry>): void {
  const entry = readOpenEntry();
  if (entry !== null) openEntries.put(KEY, { ...entry, ...changes });
}

export const closeEntry = (): void => openEntries.put(KEY, null);
