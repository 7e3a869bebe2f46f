import type { Status } from "@logbook/domain";
import { readInstant, readIssue, type StoredData } from "../firestore/stored-report.ts";

/** What happened to a report: `history/{eventId}` without who and when. */
export type Happening =
  | { kind: "created" | "restored"; from: null; to: Status }
  | { kind: "status"; from: Status; to: Status }
  | { kind: "amended"; from: null; to: string }
  | { kind: "deleted"; from: Status; to: null };

// A restored report has a fresh stamp and an old date of creation; an imported one has two old ones.
const FRESH_MS = 60_000;

/** Says what a write of a report did, from the report before and after; `null` for what the history does not tell. */
export function happening(before: StoredData | null, after: StoredData | null, at: Date): Happening | null {
  const was = before && readIssue("", before).issue;
  const is = after && readIssue("", after).issue;
  if (was !== null && is === null) return { kind: "deleted", from: was.status, to: null };
  if (is === null || after === null) return null;
  if (was === null) return { kind: isRestored(after, at) ? "restored" : "created", from: null, to: is.status };
  if (was.status !== is.status) return { kind: "status", from: was.status, to: is.status };
  if (typeof after.lastAmendment === "string" && after.lastAmendment !== before?.lastAmendment)
    return { kind: "amended", from: null, to: after.lastAmendment };
  return null;
}

function isRestored({ createdAt, updatedAt }: StoredData, at: Date): boolean {
  const made = readInstant(createdAt);
  const stamped = readInstant(updatedAt);
  if (made === null || stamped === null || made === stamped) return false;
  return Math.abs(at.getTime() - Date.parse(stamped)) < FRESH_MS;
}
