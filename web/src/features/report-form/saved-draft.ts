import type { IssueType } from "@logbook/domain";
import {
  readDraft,
  readDraftMarker,
  recoverDraftMarker,
  removeDraftMarker,
  storeDraftMarker,
  writeDraft,
} from "../../shared/drafts/drafts.ts";
import type { ListedFile } from "../attachments/index.ts";
import { type Draft, draftStore, isTyped, resumeDraft } from "./draft.ts";
import type { ReportTexts, TextName } from "./report-texts.ts";

/** A draft as the browser's database stores it, to survive a crash, a reload or a discarded tab. */
interface SavedDraft {
  key: string;
  id: string;
  texts: ReportTexts;
  files: ListedFile[];
}

/**
 * Saves a draft in the database, and its marker (a summary, see `DraftMarker`) also in `localStorage`. Removes the
 * marker once the draft is empty. Does nothing if the draft is no longer the current one, or while the member can still
 * continue another saved draft.
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
  const savedDraft: SavedDraft = {
    key: draft.key,
    id: draft.id,
    texts,
    // If the response to an attempt was lost, the next attempt must send the same uploaded files.
    files: files.map((file) => (file.state.kind === "uploaded" ? file : { ...file, state: { kind: "ready" } })),
  };
  try {
    const newMarker = { key: draft.key, uid, type, title: texts.title, files: files.length, savedAt: Date.now() };
    await writeDraft(uid, savedDraft, newMarker);
    // With any other file in the form, the browser asks before it leaves the page (unsaved-files.ts).
    draft.savedFileKeys = new Set(files.map((file) => file.key));
    // If the draft was sent or discarded meanwhile, it must not be offered again.
    if (draftStore.get() === draft) storeDraftMarker(newMarker);
  } catch {
    // The browser allows no database, or its storage is full: the draft stays in memory only.
  }
}

/** Removes the marker of a draft that was sent or discarded, so that the draft is not offered again. */
export function forgetDraft(uid: string, { key }: Draft): void {
  const savedKey = readDraftMarker(uid)?.key;
  // Remove the marker even if none is stored yet: the browser may just be saving this draft for the first time.
  if (savedKey === undefined || savedKey === key) void removeDraftMarker(uid);
}

/** Makes the saved draft the current one. Resolves with `false` if there is no saved draft. */
export async function restoreDraft(uid: string): Promise<boolean> {
  const marker = readDraftMarker(uid);
  if (marker === null) return false;
  if (draftStore.get().key === marker.key) return true;
  const savedDraft = await readDraft<SavedDraft>(uid);
  if (savedDraft?.key !== marker.key) return false;
  resumeDraft(savedDraft);
  return true;
}
