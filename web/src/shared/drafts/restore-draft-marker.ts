import { readDraft, writeMarker } from "./draft-database.ts";
import { type DraftMarker, storeDraftMarker } from "./draft-marker.ts";

/** The message if Undo cannot restore a discarded draft. */
export const DRAFT_REPLACED = "The draft cannot be restored: the report that you have begun has replaced it.";

/**
 * Undoes `removeDraftMarker`, which leaves the draft itself in the database. Resolves to `false` if another draft has
 * replaced that draft meanwhile.
 */
export async function restoreDraftMarker(marker: DraftMarker): Promise<boolean> {
  const savedDraft = await readDraft<{ key: string }>(marker.uid);
  if (savedDraft?.key !== marker.key) return false;
  await writeMarker(marker.uid, marker);
  storeDraftMarker(marker);
  return true;
}
