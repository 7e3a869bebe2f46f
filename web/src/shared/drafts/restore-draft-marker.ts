import { readDraft, writeMarker } from "./draft-database.ts";
import { type DraftMarker, storeDraftMarker } from "./draft-marker.ts";

/** The message if Undo cannot bring a draft back. */
export const DRAFT_REPLACED = "The draft cannot be restored: the report that you have begun has replaced it.";

/** Stores a removed marker again. Resolves to whether it could: another draft may have replaced this one meanwhile. */
export async function restoreDraftMarker(marker: DraftMarker): Promise<boolean> {
  const saved = await readDraft<{ key: string }>(marker.uid);
  if (saved?.key !== marker.key) return false;
  await writeMarker(marker.uid, marker);
  storeDraftMarker(marker);
  return true;
}
