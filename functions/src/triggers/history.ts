import type { Status } from "@logbook/domain";
import { readStoredReport, readTimestamp, type StoredData } from "../firestore/stored-report.ts";

/** An event in a report's history, without its author and time (`history/{eventId}`). */
export type HistoryEvent =
  | { kind: "created" | "restored"; from: null; to: Status }
  | { kind: "status"; from: Status; to: Status }
  | { kind: "amended"; from: null; to: string }
  | { kind: "deleted"; from: Status; to: null };

const MAX_WRITE_DELAY_MS = 60_000;

/**
 * The event that a write made, from the report before and after it; `null` for changes that the history does not
 * record.
 */
export function historyEventOf(before: StoredData | null, after: StoredData | null, at: Date): HistoryEvent | null {
  const old = before && readStoredReport("", before).issue;
  const current = after && readStoredReport("", after).issue;
  if (old !== null && current === null) return { kind: "deleted", from: old.status, to: null };
  if (current === null || after === null) return null;
  if (old === null) return { kind: isRestored(after, at) ? "restored" : "created", from: null, to: current.status };
  if (old.status !== current.status) return { kind: "status", from: old.status, to: current.status };
  if (typeof after.lastAmendment === "string" && after.lastAmendment !== before?.lastAmendment)
    return { kind: "amended", from: null, to: after.lastAmendment };
  return null;
}

/**
 * Whether a new document is a restored report: it has an old creation time and was updated just now. An import has two
 * old times.
 */
function isRestored({ createdAt, updatedAt }: StoredData, at: Date): boolean {
  const created = readTimestamp(createdAt);
  const updated = readTimestamp(updatedAt);
  if (created === null || updated === null || created === updated) return false;
  return Math.abs(at.getTime() - Date.parse(updated)) < MAX_WRITE_DELAY_MS;
}
