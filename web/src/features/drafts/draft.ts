import type { IssueType } from "@logbook/domain";
import { useEffect } from "react";
import type { UseFormReturn } from "react-hook-form";
import { newId } from "../../shared/api/new-id.ts";
import { onUserChange } from "../../shared/session/store.ts";
import { createStore, useStore } from "../../shared/store/store.ts";
import { createFileStore, type FileStore, type ListedFile } from "../attachments/index.ts";
import { EMPTY_TEXTS, initialEnvironment, type ReportTexts, type TextName } from "../report-texts/index.ts";
import {
  readDraft,
  readDraftMarker,
  recoverDraftMarker,
  removeDraftMarker,
  storeDraftMarker,
  writeDraft,
} from "./draft-storage.ts";

/** The state of the last attempt to send a draft; `error` is a whole sentence. */
export type SendState = { kind: "idle" } | { kind: "sending" } | { kind: "failed"; error: string };

/** A draft as the browser's database stores it, to survive a crash, a reload or a discarded tab. */
interface SavedDraft {
  /** Identifies the draft; unlike `id` it never changes. */
  key: string;
  /** Becomes the report's id, so that another attempt to send the draft does not store it twice. */
  id: string;
  /** The form's texts. In a `Draft` they are updated only when the form unmounts. */
  texts: ReportTexts;
  files: ListedFile[];
}

/** A report that is not sent yet. */
export interface Draft extends Omit<SavedDraft, "files"> {
  /** The texts with which the draft began. */
  readonly initialTexts: ReportTexts;
  /** Resolves when the running attempt to send ends; `null` if none is running. */
  pendingSend: Promise<SendState> | null;
  readonly files: FileStore;
  /** The keys of the files that the browser has saved with the draft. */
  savedFileKeys: ReadonlySet<string>;
}

/** The current draft. It outlives the form, which other screens unmount. */
export const draftStore = createStore(createDraft());

function createDraft(): Draft {
  const texts = { ...EMPTY_TEXTS, environmentInfo: initialEnvironment() };
  const files = createFileStore();
  return { key: newId(), id: newId(), initialTexts: texts, texts, pendingSend: null, files, savedFileKeys: new Set() };
}

const beginDraft = () => draftStore.set(createDraft());
onUserChange(beginDraft);

/** Whether the user typed this text: it is neither empty nor the text with which the draft began. */
export function isTyped(draft: Draft, name: TextName, text: string): boolean {
  return text !== "" && text !== draft.initialTexts[name];
}

/**
 * Saves the current draft in the database, and its marker (a summary, see `DraftMarker`) also in `localStorage`. If the
 * draft is empty, removes the marker. Does nothing while the member can still continue another saved draft.
 */
export async function saveDraft(uid: string, type: IssueType, draft: Draft, texts: ReportTexts): Promise<void> {
  // A browser that was killed may have lost the marker in `localStorage`, but not its copy in the database.
  const marker = readDraftMarker(uid) ?? (await recoverDraftMarker(uid));
  const hasOtherSavedDraft = marker !== null && marker.key !== draft.key;
  if (draftStore.get() !== draft || hasOtherSavedDraft) return;
  // A file without content is not prepared yet, or was refused.
  const files = draft.files.get().files.filter(({ content }) => content !== null);
  const textNames = Object.keys(draft.initialTexts) as TextName[];
  const hasTypedText = textNames.some((name) => isTyped(draft, name, texts[name]));
  if (files.length === 0 && !hasTypedText) return removeDraftMarker(uid);
  const { key, id } = draft;
  // Uploaded files stay uploaded: if the response to an attempt was lost, the next attempt must send the same files.
  const savedFiles = files.map((file) =>
    file.state.kind === "uploaded" ? file : { ...file, state: { kind: "ready" as const } },
  );
  try {
    const newMarker = { key, uid, type, title: texts.title, files: files.length, savedAt: Date.now() };
    await writeDraft(uid, { key, id, texts, files: savedFiles } satisfies SavedDraft, newMarker);
    // If the form has a file that is not among these, the browser asks before it leaves the page (`useSaveDraft`).
    draft.savedFileKeys = new Set(files.map((file) => file.key));
    // If the draft was sent or discarded meanwhile, it must not be offered again.
    if (draftStore.get() === draft) storeDraftMarker(newMarker);
  } catch {
    // The browser allows no database, or its storage is full: the draft stays in memory only.
  }
}

/** Begins a new draft. Removes the marker of the sent or discarded draft, so that the page does not offer it again. */
export function endDraft(uid: string, { key }: Draft): void {
  const savedKey = readDraftMarker(uid)?.key;
  // Remove the marker even if none is stored yet: the browser may just be saving this draft for the first time.
  if (savedKey === undefined || savedKey === key) void removeDraftMarker(uid);
  beginDraft();
}

/** Makes the saved draft the current one. Resolves with `false` if there is no saved draft. */
export async function restoreDraft(uid: string): Promise<boolean> {
  const marker = readDraftMarker(uid);
  if (marker === null) return false;
  if (draftStore.get().key === marker.key) return true;
  const savedDraft = await readDraft<SavedDraft>(uid);
  if (savedDraft?.key !== marker.key) return false;
  const { key, id, texts, files } = savedDraft;
  // A draft that an earlier version of the page saved may lack a text.
  const draft = { ...createDraft(), key, id, texts: { ...EMPTY_TEXTS, ...texts } };
  draft.files.restore(files);
  draft.savedFileKeys = new Set(files.map((file) => file.key));
  draftStore.set(draft);
  return true;
}

// The draft is saved once neither a text nor a file has changed for this time.
const SAVE_DELAY_MS = 300;

/** Whether a file can be sent with the draft: the page has read its content, or is preparing the file. */
const isUsable = ({ content, state }: ListedFile): boolean => content !== null || state.kind === "preparing";

/** Saves the draft when its texts or files change. The browser asks if the user leaves before all files are saved. */
export function useSaveDraft(uid: string, type: IssueType, draft: Draft, form: UseFormReturn<ReportTexts>): void {
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const save = () => {
      timer = undefined;
      void saveDraft(uid, type, draft, form.getValues());
    };
    const saveSoon = () => {
      clearTimeout(timer);
      timer = setTimeout(save, SAVE_DELAY_MS);
    };
    const unsubscribeFromTexts = form.subscribe({ formState: { values: true }, callback: saveSoon });
    const unsubscribeFromFiles = draft.files.subscribe(saveSoon);
    return () => {
      unsubscribeFromTexts();
      unsubscribeFromFiles();
      // Save the last changes at once, unless they are saved already.
      if (timer === undefined) return;
      clearTimeout(timer);
      save();
    };
  }, [draft, form, type, uid]);

  const hasFiles = useStore(draft.files).files.some(isUsable);
  useEffect(() => {
    // Listen only while there are files: because of this listener some browsers keep no copy of the page for Back.
    if (!hasFiles) return;
    const askIfUnsaved = (event: BeforeUnloadEvent) => {
      const files = draft.files.get().files.filter(isUsable);
      if (files.some(({ key }) => !draft.savedFileKeys.has(key))) event.preventDefault();
    };
    addEventListener("beforeunload", askIfUnsaved);
    return () => removeEventListener("beforeunload", askIfUnsaved);
  }, [draft, hasFiles]);
}
