import { type Failure, ISSUE_TYPES, LIMITS, pageInfo, type WireTrashEntry } from "@logbook/domain";
import { countDocuments, queryDocuments, readDocuments } from "../firestore/documents.ts";
import type { Credentials, Outcome } from "../firestore/rest.ts";
import type { StoredDocument } from "../firestore/stored-document.ts";
import { readTimestamp } from "../firestore/stored-report.ts";
import { encodeValue } from "../firestore/values.ts";
import { type ApiResponse, ok } from "../http/response.ts";
import { toFailure } from "./refusals.ts";

/** The fields for the list of the trash, without the report's texts, which may be long. */
const FIELDS = ["issue.type", "issue.title", "issue.reporter", "deletedAt", "deletedBy", "purgeAt"];

/**
 * A page of the deleted reports that can be restored, last deleted first. Reads as the caller: the rules let only admins
 * read the trash.
 */
export async function listTrash(
  credentials: Credentials,
  pageNumber: number,
  now: Date,
): Promise<ApiResponse | Failure> {
  // After `purgeAt` an entry counts as purged, even if the purge has not run yet.
  const restorable = {
    from: [{ collectionId: "trash" }],
    where: { fieldFilter: { field: { fieldPath: "purgeAt" }, op: "GREATER_THAN", value: encodeValue(now) } },
  };
  const counted = await countDocuments(credentials, restorable);
  if ("refusal" in counted) return toFailure(counted.refusal);
  const page = pageInfo(counted.count, pageNumber, LIMITS.adminPageSize);
  const listed = await queryDocuments(credentials, {
    ...restorable,
    select: { fields: FIELDS.map((fieldPath) => ({ fieldPath })) },
    orderBy: [{ field: { fieldPath: "purgeAt" }, direction: "DESCENDING" }],
    offset: (page.number - 1) * page.size,
    limit: page.size,
  });
  if ("refusal" in listed) return toFailure(listed.refusal);
  const named = await readUsernames(credentials, [...new Set(listed.documents.flatMap(deleterOf))]);
  if ("refusal" in named) return toFailure(named.refusal);
  return ok({ entries: listed.documents.map((document) => toEntry(document, named.usernames)), page });
}

// A value that cannot be the id of a member document would make the whole read fail.
function deleterOf({ data }: StoredDocument): string[] {
  const { deletedBy } = data;
  return typeof deletedBy === "string" && /^(?!__.*__$)[A-Za-z0-9_-]{1,128}$/.test(deletedBy) ? [deletedBy] : [];
}

/** The usernames of these members by uid. */
async function readUsernames(
  credentials: Credentials,
  uids: readonly string[],
): Promise<Outcome<{ usernames: ReadonlyMap<string, unknown> }>> {
  if (uids.length === 0) return { usernames: new Map() };
  const read = await readDocuments(
    credentials,
    uids.map((uid) => `members/${uid}`),
  );
  if ("refusal" in read) return read;
  return { usernames: new Map(read.documents.map((member) => [member?.id ?? "", member?.data.username])) };
}

function toEntry({ id, data }: StoredDocument, usernames: ReadonlyMap<string, unknown>): WireTrashEntry {
  const issue = (data.issue ?? {}) as Record<string, unknown>;
  const text = (value: unknown): string => (typeof value === "string" ? value : "");
  return {
    id,
    type: ISSUE_TYPES.find((type) => type === issue.type) ?? "bug",
    title: text(issue.title),
    reporter: text(issue.reporter),
    deletedBy: text(usernames.get(text(data.deletedBy))),
    deletedAt: readTimestamp(data.deletedAt) ?? "",
    purgeAt: readTimestamp(data.purgeAt) ?? "",
  };
}
