import { type Failure, ISSUE_TYPES, LIMITS, pageInfo, type WireTrashEntry } from "@logbook/domain";
import type { Credentials } from "../firestore/rest.ts";
import { readInstant } from "../firestore/stored-report.ts";
import { type Answer, ok } from "../http/answer.ts";
import { countTrash, listTrashDocuments, readUsernames, type TrashDocument } from "./caller-trash.ts";
import { refused } from "./refusals.ts";

/** One page of the deleted reports that can still be restored, read as the caller; what was deleted last comes first. */
export async function listTrash(credentials: Credentials, number: number, now: Date): Promise<Answer | Failure> {
  const counted = await countTrash(credentials, now);
  if ("refusal" in counted) return refused(counted.refusal);
  const page = pageInfo(counted.count, number, LIMITS.adminPageSize);
  const listed = await listTrashDocuments(credentials, now, (page.number - 1) * page.size);
  if ("refusal" in listed) return refused(listed.refusal);
  const named = await readUsernames(credentials, [...new Set(listed.documents.flatMap(deleterOf))]);
  if ("refusal" in named) return refused(named.refusal);
  return ok({ entries: listed.documents.map((document) => toEntry(document, named.usernames)), page });
}

// Other forms are no document's id; who deletes around the rules is no member either.
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
    deletedAt: readInstant(data.deletedAt) ?? "",
    purgeAt: readInstant(data.purgeAt) ?? "",
  };
}
