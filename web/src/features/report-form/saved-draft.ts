import type { IssueType } from "@logbook/domain";
import { readDraft, writeDraft } from "../../shared/drafts/draft-database.ts";
import {
  readDraftMarker,
  recoverDraftMarker,
  removeDraftMarker,
  storeDraftMarker,
} from "../../shared/drafts/draft-marker.ts";
import type { ListedFile } from "../attachments/index.ts";
import { type Draft, draftStore, resumeDraft } from "./draft.ts";
import type { ReportTexts } from "./report-texts.ts";

/** A draft as the browser stores it, to survive a crash, a reload or a discarded tab. */
interface SavedDraft {
  key: string;
  id: string;
  texts: ReportTexts;
  files: ListedFile[];
}

/**
 * Saves a draft, or removes it once it is empty. Does nothing while another draft is saved that the member has neither
 * continued nor discarded, or where the browser allows no database.
 */
export async function saveDraft(uid: string, type: IssueType, draft: Draft, texts: ReportTexts): Promise<void> {
  // The page may not have recovered the marker of a draft that was saved before the browser was killed.
  const marker = readDraftMarker(uid) ?? (await recoverDraftMarker(uid));
  if (draftStore.get() !== draft || (marker !== null && marker.key !== draft.key)) return;
  const files = draft.files.get().files.filter(({ content }) => content !== null);
  const isEmpty =
    files.length === 0 &&
    Object.entries(draft.start).every(([name, text]) => ["", text].includes(texts[name as keyof ReportTexts]));
  if (isEmpty) return removeDraftMarker(uid);
  const saved: SavedDraft = {
    key: draft.key,
    id: draft.id,
    texts,
    // Another attempt must have the same attachments, in case that the response to the first one was lost.
    files: files.map((file) => (file.state.kind === "uploaded" ? file : { ...file, state: { kind: "ready" } })),
  };
  try {
    const next = { key: draft.key, uid, type, title: texts.title, files: files.length, savedAt: Date.now() };
    await writeDraft(uid, saved, next);
    draft.savedFiles = new Set(files.map((file) => file.key));
    if (draftStore.get() === draft) storeDraftMarker(next);
  } catch {}
}

/** Removes the marker of a draft that was sent or discarded, so that the draft is not offered again. */
export function forgetDraft(uid: string, { key }: Draft): void {
  // Even without a marker: the draft may be about to be saved for the first time.
  if ([undefined, key].includes(readDraftMarker(uid)?.key)) void removeDraftMarker(uid);
}

/** Makes the saved draft the current one. Returns whether there was one. */
export async function restoreDraft(uid: string): Promise<boolean> {
  const marker = readDraftMarker(uid);
  if (marker === null) return false;
  if (draftStore.get().key === marker.key) return true;
  const saved = await readDraft<SavedDraft>(uid);
  if (saved?.key !== marker.key) return false;
  resumeDraft(saved);
  return true;
}
