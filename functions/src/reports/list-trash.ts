import { type Failure, ISSUE_TYPES, LIMITS, pageInfo, type WireTrashEntry } from "@logbook/domain";
import type { Credentials } from "../firestore/rest.ts";
import { readTimestamp } from "../firestore/stored-report.ts";
import { type ApiResponse, ok } from "../http/response.ts";
import { countTrash, listTrashDocuments, readUsernames, type TrashDocument } from "./caller-trash.ts";
import { toFailure } from "./refusals.ts";

/** A page of the deleted reports that can be restored, read as the caller, last deleted first. */
export async function listTrash(
  credentials: Credentials,
  pageNumber: number,
  now: Date,
): Promise<ApiResponse | Failure> {
  const counted = await countTrash(credentials, now);
  if ("refusal" in counted) return toFailure(counted.refusal);
  const page = pageInfo(counted.count, pageNumber, LIMITS.adminPageSize);
  const listed = await listTrashDocuments(credentials, now, (page.number - 1) * page.size);
  if ("refusal" in listed) return toFailure(listed.refusal);
  const named = await readUsernames(credentials, [...new Set(listed.documents.flatMap(deleterOf))]);
  if ("refusal" in named) return toFailure(named.refusal);
  return ok({ entries: listed.documents.map((document) => toEntry(document, named.usernames)), page });
}

// A value that cannot be the id of a member document would make the whole read fail.
function deleterOf({ data }: TrashDocument): string[] {
  const { deletedBy } = data;
  return typeof deletedBy === "string" && /^(?!__.*__$)[A-Za-z0-9_-]{1,128}$/.test(deletedBy) ? [deletedBy] : [];
}

function toEntry({ id, data }: TrashDocument, usernames: ReadonlyMap<string, string>): WireTrashEntry {
  const issue = (data.issue ?? {}) as Record<string, unknown>;
  const text = (value: unknown): string => (typeof value === "string" ? value : "");
  return {
    id,
    type: ISSUE_TYPES.find((type) => type === issue.type) ?? "bug",
    title: text(issue.title),
    reporter: text(issue.reporter),
    deletedBy: usernames.get(text(data.deletedBy)) ?? "",
    deletedAt: readTimestamp(data.deletedAt) ?? "",
    purgeAt: readTimestamp(data.purgeAt) ?? "",
  };
}
