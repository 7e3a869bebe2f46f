import { parseAttachmentUrl } from "@logbook/domain";
import type { DocumentReference, DocumentSnapshot } from "firebase-admin/firestore";
import { adminDb } from "../firestore/admin.ts";
import { type StoredData, storedAttachments } from "../firestore/stored-report.ts";

/** Reads only the list of attachments: its field in `issues`, and its field in the trash. */
const ATTACHMENTS_ONLY = { fieldMask: ["attachments", "issue.attachments"] };

/** The paths that a report lists, or `all` if its list cannot be read: then all files of its folder count as listed. */
type Listing = "all" | ReadonlySet<string>;

/** The id of the report whose folder contains this path; `null` if it is in none. */
export function reportIdOf(path: string): string | null {
  return parseAttachmentUrl(`/api/${path}`)?.issueId ?? null;
}

/**
 * Those of the given paths, at most 1,000, that a report or a trash entry lists. A list that cannot be read counts as
 * listing all files of its folder: until an admin has repaired the list, the files must not be deleted.
 */
export async function findListedPaths(paths: readonly string[]): Promise<Set<string>> {
  const db = await adminDb();
  const documentsOf = (collection: string, filePaths: readonly string[]): DocumentReference[] =>
    [...new Set(filePaths.flatMap((path) => reportIdOf(path) ?? []))].map((id) => db.doc(`${collection}/${id}`));

  // First only the reports are read, because most files are listed there.
  const reports = documentsOf("issues", paths);
  if (reports.length === 0) return new Set();
  const listed = pathsIn(await db.getAll(...reports, ATTACHMENTS_ONLY), paths);

  // Then both collections are read in one transaction, because a report may be moved between them at the same time.
  const remaining = paths.filter((path) => !listed.has(path));
  const reportsAndTrash = [...documentsOf("issues", remaining), ...documentsOf("trash", remaining)];
  if (reportsAndTrash.length === 0) return listed;
  const documents = await db.runTransaction((read) => read.getAll(...reportsAndTrash, ATTACHMENTS_ONLY), {
    readOnly: true,
  });
  return new Set([...listed, ...pathsIn(documents, remaining)]);
}

/** The paths among these that one of the documents lists. */
function pathsIn(documents: readonly DocumentSnapshot[], paths: readonly string[]): Set<string> {
  const listings = new Map<string, Listing[]>();
  for (const document of documents) {
    if (!document.exists) continue;
    const data: StoredData = document.ref.parent.id === "trash" ? (document.get("issue") ?? {}) : document.data()!;
    listings.set(document.id, [...(listings.get(document.id) ?? []), listingOf(data)]);
  }
  const isListed = (path: string): boolean =>
    (listings.get(reportIdOf(path) ?? "") ?? []).some((listing) => listing === "all" || listing.has(path));
  return new Set(paths.filter(isListed));
}

/** The files that a report lists, in `issues` or in the trash. */
export function listingOf(data: StoredData): Listing {
  const { attachments } = data;
  if (attachments === undefined) return new Set();
  const readable = storedAttachments(data);
  if (!Array.isArray(attachments) || readable.length < attachments.length) return "all";
  return new Set(readable.map(({ path }) => path));
}
