import { type IssueType, LIMITS, type PageReport } from "@logbook/domain";
import { useEffect } from "react";
import type { UseFormReturn } from "react-hook-form";
import { newId } from "../../shared/api/new-id.ts";
import { withTimeout } from "../../shared/browser/with-timeout.ts";
import { onUserLeft } from "../../shared/session/store.ts";
import { createStore, type Store } from "../../shared/store/store.ts";
import { createFileStore, type FileStore, filesToSave, isUsable, type ListedFile } from "../attachments/index.ts";
import { EMPTY_TEXTS, initialEnvironment, type ReportTexts, type TextName } from "../report-texts/index.ts";
import {
  onDraftChangedElsewhere,
  type RestoreOutcome,
  readDraft,
  readDraftMarker,
  recoverDraftMarker,
  removeDraftMarker,
  storeDraftMarker,
  writeDraft,
} from "./draft-storage.ts";

/** The state of the last attempt to send a draft; `error` is a whole sentence. */
export type SendState = { kind: "idle" } | { kind: "sending" } | { kind: "failed"; error: string };

/**
 * Whether the browser has saved the draft as it is now. `refused`: the browser allows no database, or its storage is
 * full. `other-draft`: it has another draft of the member, which they can still continue.
 */
export type SaveState = "saved" | "saving" | "refused" | "other-draft";

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
  /** What `report.js` has said of the page with which the draft began; not saved with the draft. */
  readonly page: PageReport | null;
  /** Resolves when the running attempt to send ends; `null` if none is running. */
  pendingSend: Promise<SendState> | null;
  readonly files: FileStore;
  /** The keys of the files that the browser has saved with the draft. */
  savedFileKeys: ReadonlySet<string>;
  readonly saveState: Store<SaveState>;
}

/** The current draft. It outlives the form, which other screens unmount, and a session that has ended elsewhere. */
export const draftStore = createStore(createDraft());

function createDraft(): Draft {
  const texts = { ...EMPTY_TEXTS, environmentInfo: initialEnvironment() };
  const files = createFileStore(LIMITS.attachmentsPerIssue);
  const saveState = createStore<SaveState>("saved");
  files.subscribe(updateLeaveQuestion);
  saveState.subscribe(updateLeaveQuestion);
  const unsent = { pendingSend: null, files, savedFileKeys: new Set<string>(), saveState };
  return { key: newId(), id: newId(), initialTexts: texts, texts, page: null, ...unsent };
}

const beginDraft = () => draftStore.set(createDraft());
onUserLeft(beginDraft);
draftStore.subscribe(updateLeaveQuestion);

/** Whether the user typed this text: it is neither empty nor the text with which the draft began. */
export function isTyped(draft: Draft, name: TextName, text: string): boolean {
  return text !== "" && text !== draft.initialTexts[name];
}

/**
 * Saves the current draft in the database, and its marker (a summary, see `DraftMarker`) also in `localStorage`. If the
 * draft is empty, removes the marker. Saves nothing while the member can still continue another saved draft. Never
 * rejects.
 */
export async function saveDraft(uid: string, type: IssueType, draft: Draft, texts: ReportTexts): Promise<SaveState> {
  // A browser that was killed may have lost the marker in `localStorage`, but not its copy in the database.
  const marker = readDraftMarker(uid) ?? (await recoverDraftMarker(uid));
  const hasOtherSavedDraft = marker !== null && marker.key !== draft.key;
  if (draftStore.get() !== draft) return "saved";
  const files = filesToSave(draft.files.get());
  const textNames = Object.keys(draft.initialTexts) as TextName[];
  const hasTypedText = textNames.some((name) => isTyped(draft, name, texts[name]));
  if (files.length === 0 && !hasTypedText) {
    if (!hasOtherSavedDraft) void removeDraftMarker(uid);
    return "saved";
  }
  if (hasOtherSavedDraft) return "other-draft";
  const { key, id } = draft;
  try {
    const newMarker = { key, uid, type, title: texts.title, files: files.length, savedAt: Date.now() };
    await writeDraft(uid, { key, id, texts, files } satisfies SavedDraft, newMarker);
    // If the draft has a file that is not among these, the browser asks before it leaves the page.
    draft.savedFileKeys = new Set(files.map((file) => file.key));
    // If the draft was sent or discarded meanwhile, it must not be offered again.
    if (draftStore.get() === draft) storeDraftMarker(newMarker);
    return "saved";
  } catch {
    return "refused";
  }
}

/**
 * Begins a draft of a bug with these texts, which follow from a page's report, and saves it. Resolves to `false`, and
 * does nothing, if the member has begun another report, which this one would replace.
 */
export async function beginPageDraft(uid: string, page: PageReport, texts: Partial<ReportTexts>): Promise<boolean> {
  const marker = readDraftMarker(uid) ?? (await recoverDraftMarker(uid));
  if (marker !== null || isBegun(draftStore.get())) return false;
  const emptyDraft = createDraft();
  const draft: Draft = { ...emptyDraft, page, texts: { ...emptyDraft.texts, ...texts } };
  draftStore.set(draft);
  draft.saveState.set(await saveDraft(uid, "bug", draft, draft.texts));
  return true;
}

/** Whether a draft with these texts has anything that another draft would replace. An open form has newer texts. */
export function isBegun(draft: Draft, texts = draft.texts): boolean {
  const { files, saveState, pendingSend } = draft;
  const names = Object.keys(texts) as TextName[];
  // While the texts of an open form are not saved, `saveState` says so.
  const hasText = names.some((name) => isTyped(draft, name, texts[name])) || saveState.get() !== "saved";
  return hasText || pendingSend !== null || files.get().files.length > 0;
}

/** Begins a new draft. Removes the marker of the sent or discarded draft, so that the page does not offer it again. */
export function endDraft(uid: string, { key }: Draft): void {
  const savedKey = readDraftMarker(uid)?.key;
  // Remove the marker even if none is stored yet: the browser may just be saving this draft for the first time.
  if (savedKey === undefined || savedKey === key) void removeDraftMarker(uid);
  beginDraft();
}

/** Makes the saved draft the current one, unless there is none, or the current one is not saved and would be lost. */
export async function restoreDraft(uid: string): Promise<RestoreOutcome> {
  const marker = readDraftMarker(uid);
  if (marker === null) return "missing";
  if (draftStore.get().key === marker.key) return "restored";
  if (isPartUnsaved()) return "would-replace";
  const savedDraft = await readDraft<SavedDraft>(uid);
  if (savedDraft?.key !== marker.key) return "missing";
  const { key, id, texts, files } = savedDraft;
  // A draft that an earlier version of the page saved may lack a text.
  const draft = { ...createDraft(), key, id, texts: { ...EMPTY_TEXTS, ...texts } };
  draft.files.restore(files);
  draft.savedFileKeys = new Set(files.map((file) => file.key));
  draftStore.set(draft);
  return "restored";
}

// The draft is saved once neither a text nor a file has changed for this time.
const SAVE_DELAY_MS = 300;
// Some browsers never answer when their database is damaged.
const SAVE_TIMEOUT_MS = 10_000;

/** Saves the draft when its texts or files change, and again when another window's draft may be gone. */
export function useSaveDraft(uid: string, type: IssueType, draft: Draft, form: UseFormReturn<ReportTexts>): void {
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const save = async () => {
      timer = undefined;
      const saving = saveDraft(uid, type, draft, form.getValues());
      const saveState = await withTimeout(saving, SAVE_TIMEOUT_MS).catch((): SaveState => "refused");
      // After another change, `save` runs again.
      if (timer === undefined) draft.saveState.set(saveState);
    };
    const saveSoon = () => {
      // A warning stays until the draft is saved.
      if (draft.saveState.get() === "saved") draft.saveState.set("saving");
      clearTimeout(timer);
      timer = setTimeout(() => void save(), SAVE_DELAY_MS);
    };
    const unsubscribes = [
      form.subscribe({ formState: { values: true }, callback: saveSoon }),
      draft.files.subscribe(saveSoon),
      onDraftChangedElsewhere(saveSoon),
    ];
    return () => {
      for (const unsubscribe of unsubscribes) unsubscribe();
      // Save the last changes at once, unless they are saved already.
      if (timer === undefined) return;
      clearTimeout(timer);
      void save();
    };
  }, [draft, form, type, uid]);
}

/** Whether leaving the page now would lose a part of the current draft. */
function isPartUnsaved(): boolean {
  const { files, savedFileKeys, saveState } = draftStore.get();
  const usableFiles = files.get().files.filter(isUsable);
  return saveState.get() !== "saved" || usableFiles.some(({ key }) => !savedFileKeys.has(key));
}

/** Lets the browser ask before it leaves the page, while leaving may lose a part of the draft. */
function updateLeaveQuestion(): void {
  const { files, saveState } = draftStore.get();
  // Listen only then: because of this listener some browsers keep no copy of the page for Back.
  const isNeeded = saveState.get() !== "saved" || files.get().files.some(isUsable);
  if (isNeeded) addEventListener("beforeunload", askIfUnsaved);
  else removeEventListener("beforeunload", askIfUnsaved);
}

function askIfUnsaved(event: BeforeUnloadEvent): void {
  if (isPartUnsaved()) event.preventDefault();
}
