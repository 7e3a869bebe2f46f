import { type Failure, toWire } from "@logbook/domain";
import type { Caller } from "../accounts/session.ts";
import { type CallerStore, readDocumentAsCaller, type VersionedDocument } from "../firestore/caller-store.ts";
import { readStoredReport, readTimestamp, type StoredData } from "../firestore/stored-report.ts";
import { decodeFields, encodeFields, type RestFields } from "../firestore/values.ts";
import { createDocument, deleteDocument } from "../firestore/writes.ts";
import { type ApiResponse, failure, ok } from "../http/response.ts";
import { mayBeRace, toFailure } from "./refusals.ts";

const GONE = failure("not-found", "This report is no longer in the trash, so it cannot be restored. Please reload.");

/**
 * Restores a deleted report as the caller; its files are still in Storage. The response is the same if the report was
 * restored already, by another admin or by a call whose response was lost.
 */
export async function restoreReport(
  store: CallerStore,
  caller: Caller,
  id: string,
  now: Date,
): Promise<ApiResponse | Failure> {
  const entry = await readDocumentAsCaller(caller.credentials, `trash/${id}`);
  if ("refusal" in entry) return toFailure(entry.refusal);
  if (entry.document === null) return await readRestoredReport(store, id);
  const report = reportOf(entry.document);
  if (report === null || isExpired(entry.document, now)) return GONE;

  const { updatedAt: _, ...fields } = report;
  const outcome = await store.commit(id, [
    createDocument(`issues/${id}`, { ...fields, ...encodeFields({ updatedBy: caller.uid }) }, ["updatedAt"]),
    deleteDocument(`trash/${id}`, entry.document.updateTime),
  ]);
  if ("time" in outcome) return responseOf(id, { ...decodeFields(fields), updatedAt: outcome.time });
  if (!mayBeRace(outcome.refusal)) return toFailure(outcome.refusal);

  const after = await readDocumentAsCaller(caller.credentials, `trash/${id}`);
  if ("refusal" in after) return toFailure(after.refusal);
  return after.document === null ? await readRestoredReport(store, id) : toFailure(outcome.refusal);
}

function responseOf(id: string, stored: StoredData): ApiResponse {
  return ok({ issue: toWire(readStoredReport(id, stored).issue) });
}

async function readRestoredReport(store: CallerStore, id: string): Promise<ApiResponse | Failure> {
  const read = await store.readReport(id);
  if ("refusal" in read) return toFailure(read.refusal);
  return read.document === null ? GONE : responseOf(id, read.document.data);
}

/** The fields of the deleted report, as they were stored. */
function reportOf({ fields }: VersionedDocument): RestFields | null {
  const { issue } = fields;
  return issue !== undefined && "mapValue" in issue ? (issue.mapValue.fields ?? {}) : null;
}

// The purge may delete an expired report's files at any moment.
function isExpired({ data }: VersionedDocument, now: Date): boolean {
  const purgeAt = readTimestamp(data.purgeAt);
  return purgeAt === null || Date.parse(purgeAt) <= now.getTime();
}
