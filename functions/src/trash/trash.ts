import { type Failure, ISSUE_TYPES, LIMITS, pageInfo, type WireTrashEntry } from "@logbook/domain";
import type { Caller } from "../accounts/session.ts";
import { countDocuments, isUid, queryDocuments, readDocuments, type StoredDocument } from "../firestore/documents.ts";
import type { Outcome } from "../firestore/rest.ts";
import { parseStoredReport, parseTimestamp } from "../firestore/stored-report.ts";
import { decodeFields, encodeFields, encodeValue, type RestFields } from "../firestore/values.ts";
import { type Commit, createDocument, deleteDocument } from "../firestore/writes.ts";
import { type ApiResponse, failure, ok, UNAVAILABLE } from "../http/response.ts";
import { eventWrites, toWireIssue } from "../reports/change-report.ts";

const PURGED = failure("not-found", "This report is no longer in the trash, so it cannot be restored. Please reload.");

/**
 * Restores a deleted report. Its files need no restoring: the deletion has left them in Storage. If the report is
 * restored already, by another admin or by a call whose response was lost, the response is the same.
 */
export function restoreReport(
  caller: Caller,
  { report, trash }: { report: StoredDocument | null; trash: StoredDocument | null },
  now: Date,
): Commit | ApiResponse | Failure {
  if (report !== null) return ok({ issue: toWireIssue(report.id, report.data) });
  if (trash === null) return PURGED;
  const { id } = trash;
  const reportFields = reportFieldsIn(trash);
  if (reportFields === null || isExpired(trash, now)) return PURGED;
  // The restored report gets the server's time as its new `updatedAt`.
  const { updatedAt: _, ...oldFields } = reportFields;
  const fields = { ...oldFields, ...encodeFields({ updatedBy: caller.uid }) };
  const { status } = parseStoredReport(id, decodeFields(fields)).issue;
  return {
    writes: [
      createDocument(`issues/${id}`, fields, ["updatedAt"]),
      deleteDocument(`trash/${id}`),
      ...eventWrites(id, caller, { kind: "restored", from: null, to: status }),
    ],
    respond: (time) => ok({ issue: toWireIssue(id, { ...decodeFields(fields), updatedAt: time }) }),
  };
}

/** The fields of the deleted report, encoded for REST; `null` if a purge has removed it from its trash entry. */
function reportFieldsIn({ fields }: StoredDocument): RestFields | null {
  const { issue } = fields;
  return issue !== undefined && "mapValue" in issue ? (issue.mapValue.fields ?? {}) : null;
}

// The purge may delete an expired report's files at any moment.
function isExpired({ data }: StoredDocument, now: Date): boolean {
  const purgeAt = parseTimestamp(data.purgeAt);
  return purgeAt === null || Date.parse(purgeAt) <= now.getTime();
}

// The long texts of the deleted reports are not read.
const SELECTED_FIELDS = ["issue.type", "issue.title", "issue.reporter", "deletedAt", "deletedBy", "purgeAt"];

/** A page of the deleted reports that can be restored, the last deleted first. */
export async function listTrash(pageNumber: number, now: Date): Promise<ApiResponse | Failure> {
  // After `purgeAt`, 30 days after the deletion, an entry counts as purged, even if the purge has not run yet.
  const restorableQuery = {
    from: [{ collectionId: "trash" }],
    where: { fieldFilter: { field: { fieldPath: "purgeAt" }, op: "GREATER_THAN", value: encodeValue(now) } },
  };
  const countOutcome = await countDocuments(restorableQuery);
  if ("refusal" in countOutcome) return UNAVAILABLE;
  const page = pageInfo(countOutcome.count, pageNumber, LIMITS.adminPageSize);
  const entriesOutcome = await queryDocuments({
    ...restorableQuery,
    select: { fields: SELECTED_FIELDS.map((fieldPath) => ({ fieldPath })) },
    orderBy: [{ field: { fieldPath: "purgeAt" }, direction: "DESCENDING" }],
    offset: (page.number - 1) * page.size,
    limit: page.size,
  });
  if ("refusal" in entriesOutcome) return UNAVAILABLE;
  const { documents } = entriesOutcome;
  const deleterIds = new Set(documents.flatMap(({ data }) => (isUid(data.deletedBy) ? data.deletedBy : [])));
  const namesOutcome = await readUsernames([...deleterIds]);
  if ("refusal" in namesOutcome) return UNAVAILABLE;
  return ok({ entries: documents.map((document) => toTrashEntry(document, namesOutcome.usernames)), page });
}

/** Reads the usernames of members by their uids. */
async function readUsernames(uids: readonly string[]): Promise<Outcome<{ usernames: ReadonlyMap<string, unknown> }>> {
  if (uids.length === 0) return { usernames: new Map() };
  const paths = uids.map((uid) => `members/${uid}`);
  const outcome = await readDocuments(paths);
  if ("refusal" in outcome) return outcome;
  // A document is `null` if the member was deleted by hand.
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
