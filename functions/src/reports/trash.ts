import { type Failure, ISSUE_TYPES, LIMITS, pageInfo, type WireTrashEntry } from "@logbook/domain";
import type { Caller } from "../accounts/session.ts";
import { type CallerStore, readDocumentAsCaller, type VersionedDocument } from "../firestore/caller-store.ts";
import { countDocuments, isUid, queryDocuments, readDocuments, type StoredDocument } from "../firestore/documents.ts";
import type { Credentials, Outcome } from "../firestore/rest.ts";
import { parseTimestamp } from "../firestore/stored-report.ts";
import { decodeFields, encodeFields, encodeValue, type RestFields } from "../firestore/values.ts";
import { createDocument, deleteDocument } from "../firestore/writes.ts";
import { type ApiResponse, failure, ok } from "../http/response.ts";
import { toWireIssue } from "./change-report.ts";
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
  const trashEntry = trashOutcome.document;
  if (trashEntry === null) return await readRestoredReport(store, id);
  const reportFields = reportFieldsIn(trashEntry);
  if (reportFields === null || isExpired(trashEntry, now)) return PURGED;

  // The restored report gets the server's time as its new `updatedAt`.
  const { updatedAt: _, ...fields } = reportFields;
  const outcome = await store.commit(id, [
    createDocument(`issues/${id}`, { ...fields, ...encodeFields({ updatedBy: caller.uid }) }, ["updatedAt"]),
    deleteDocument(`trash/${id}`, trashEntry.updateTime),
  ]);
  if ("time" in outcome) return ok({ issue: toWireIssue(id, { ...decodeFields(fields), updatedAt: outcome.time }) });
  if (!mayBeRace(outcome.refusal)) return toFailure(outcome.refusal);

  // If another admin has restored the report first, the trash entry is gone.
  const laterOutcome = await readDocumentAsCaller(caller.credentials, `trash/${id}`);
  if ("refusal" in laterOutcome) return toFailure(laterOutcome.refusal);
  return laterOutcome.document === null ? await readRestoredReport(store, id) : toFailure(outcome.refusal);
}

async function readRestoredReport(store: CallerStore, id: string): Promise<ApiResponse | Failure> {
  const outcome = await store.readReport(id);
  if ("refusal" in outcome) return toFailure(outcome.refusal);
  return outcome.document === null ? PURGED : ok({ issue: toWireIssue(id, outcome.document.data) });
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

// The long texts of the deleted reports are not read.
const SELECTED_FIELDS = ["issue.type", "issue.title", "issue.reporter", "deletedAt", "deletedBy", "purgeAt"];

/** A page of the deleted reports that can be restored, the last deleted first. The rules let only admins read them. */
export async function listTrash(
  credentials: Credentials,
  pageNumber: number,
  now: Date,
): Promise<ApiResponse | Failure> {
  // After `purgeAt`, 30 days after the deletion, an entry counts as purged, even if the purge has not run yet.
  const restorableQuery = {
    from: [{ collectionId: "trash" }],
    where: { fieldFilter: { field: { fieldPath: "purgeAt" }, op: "GREATER_THAN", value: encodeValue(now) } },
  };
  const countOutcome = await countDocuments(credentials, restorableQuery);
  if ("refusal" in countOutcome) return toFailure(countOutcome.refusal);
  const page = pageInfo(countOutcome.count, pageNumber, LIMITS.adminPageSize);
  const entriesOutcome = await queryDocuments(credentials, {
    ...restorableQuery,
    select: { fields: SELECTED_FIELDS.map((fieldPath) => ({ fieldPath })) },
    orderBy: [{ field: { fieldPath: "purgeAt" }, direction: "DESCENDING" }],
    offset: (page.number - 1) * page.size,
    limit: page.size,
  });
  if ("refusal" in entriesOutcome) return toFailure(entriesOutcome.refusal);
  const { documents } = entriesOutcome;
  const deleterIds = new Set(documents.flatMap(({ data }) => (isUid(data.deletedBy) ? data.deletedBy : [])));
  const namesOutcome = await readUsernames(credentials, [...deleterIds]);
  if ("refusal" in namesOutcome) return toFailure(namesOutcome.refusal);
  return ok({ entries: documents.map((document) => toTrashEntry(document, namesOutcome.usernames)), page });
}

/** Reads the usernames of members by their uids. */
async function readUsernames(
  credentials: Credentials,
  uids: readonly string[],
): Promise<Outcome<{ usernames: ReadonlyMap<string, unknown> }>> {
  if (uids.length === 0) return { usernames: new Map() };
  const paths = uids.map((uid) => `members/${uid}`);
  const outcome = await readDocuments(credentials, paths);
  if ("refusal" in outcome) return outcome;
  // A document is `null` if the member was deleted by hand, or for the deleter `system` (triggers/repair.ts).
  return { usernames: new Map(outcome.documents.map((member) => [member?.id ?? "", member?.data.username])) };
}

function toTrashEntry({ id, data }: StoredDocument, usernames: ReadonlyMap<string, unknown>): WireTrashEntry {
  const issue = (data.issue ?? {}) as Record<string, unknown>;
  const textOrEmpty = (value: unknown): string => (typeof value === "string" ? value : "");
  return {
    id,
    type: ISSUE_TYPES.find((type) => type === issue.type) ?? "bug",
    title: textOrEmpty(issue.title),
    reporter: textOrEmpty(issue.reporter),
    deletedBy: textOrEmpty(usernames.get(textOrEmpty(data.deletedBy))),
    deletedAt: parseTimestamp(data.deletedAt) ?? "",
    purgeAt: parseTimestamp(data.purgeAt) ?? "",
  };
}
