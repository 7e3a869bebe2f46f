import { type Failure, toWire } from "@logbook/domain";
import type { Caller } from "../accounts/session.ts";
import { type CallerStore, readDocumentAsCaller, type VersionedDocument } from "../firestore/caller-store.ts";
import { parseStoredReport, parseTimestamp, type StoredData } from "../firestore/stored-report.ts";
import { decodeFields, encodeFields, type RestFields } from "../firestore/values.ts";
import { createDocument, deleteDocument } from "../firestore/writes.ts";
import { type ApiResponse, failure, ok } from "../http/response.ts";
import { mayBeRace, toFailure } from "./refusals.ts";

const PURGED = failure("not-found", "This report is no longer in the trash, so it cannot be restored. Please reload.");

/**
 * Restores a deleted report as the caller. Its files need no restoring: the deletion has left them in Storage. If the
 * report is restored already, by another admin or by a call whose response was lost, the response is the same.
 */
export async function restoreReport(
  store: CallerStore,
  caller: Caller,
  id: string,
  now: Date,
): Promise<ApiResponse | Failure> {
  const trashOutcome = await readDocumentAsCaller(caller.credentials, `trash/${id}`);
  if ("refusal" in trashOutcome) return toFailure(trashOutcome.refusal);
  const { document: trashEntry } = trashOutcome;
  if (trashEntry === null) return await readRestoredReport(store, id);
  const reportFields = reportFieldsIn(trashEntry);
  if (reportFields === null || isExpired(trashEntry, now)) return PURGED;

  // The restored report gets the server's time as its new `updatedAt`.
  const { updatedAt: _, ...fields } = reportFields;
  const outcome = await store.commit(id, [
    createDocument(`issues/${id}`, { ...fields, ...encodeFields({ updatedBy: caller.uid }) }, ["updatedAt"]),
    deleteDocument(`trash/${id}`, trashEntry.updateTime),
  ]);
  if ("time" in outcome) return toResponse(id, { ...decodeFields(fields), updatedAt: outcome.time });
  if (!mayBeRace(outcome.refusal)) return toFailure(outcome.refusal);

  // If another admin has restored the report first, the trash entry is gone.
  const laterOutcome = await readDocumentAsCaller(caller.credentials, `trash/${id}`);
  if ("refusal" in laterOutcome) return toFailure(laterOutcome.refusal);
  return laterOutcome.document === null ? await readRestoredReport(store, id) : toFailure(outcome.refusal);
}

function toResponse(id: string, data: StoredData): ApiResponse {
  return ok({ issue: toWire(parseStoredReport(id, data).issue) });
}

async function readRestoredReport(store: CallerStore, id: string): Promise<ApiResponse | Failure> {
  const outcome = await store.readReport(id);
  if ("refusal" in outcome) return toFailure(outcome.refusal);
  return outcome.document === null ? PURGED : toResponse(id, outcome.document.data);
}

/** The fields of the deleted report, encoded for REST; `null` if a purge has removed it from its trash entry. */
function reportFieldsIn({ fields }: VersionedDocument): RestFields | null {
  const { issue } = fields;
  return issue !== undefined && "mapValue" in issue ? (issue.mapValue.fields ?? {}) : null;
}

// The purge may delete an expired report's files at any moment.
function isExpired({ data }: VersionedDocument, now: Date): boolean {
  const purgeAt = parseTimestamp(data.purgeAt);
  return purgeAt === null || Date.parse(purgeAt) <= now.getTime();
}
