import { parseAttachmentUrl } from "@logbook/domain";
import type { DocumentReference, DocumentSnapshot } from "firebase-admin/firestore";
import { adminDb } from "../firestore/admin.ts";
import { type StoredData, storedAttachments } from "../firestore/stored-report.ts";

/** The fields with the list, in `issues` and in the trash. */
const FIELDS = { fieldMask: ["attachments", "issue.attachments"] };

/** The paths that a report lists, or `all` files of its folder if its list cannot be read. */
type Listing = "all" | ReadonlySet<string>;

/** The id of the report whose folder contains this path; `null` if it is in none. */
export function reportIdOf(path: string): string | null {
  return parseAttachmentUrl(`/api/${path}`)?.issueId ?? null;
}

/**
 * The paths among these, at most 1,000, that a report or a trash entry lists. A list that cannot be read counts as
 * listing all files of its folder: until an admin has repaired the list, the files must not be deleted.
 */
export async function listedPaths(paths: readonly string[]): Promise<Set<string>> {
  const db = await adminDb();
  const refsOf = (collection: string, rest: readonly string[]): DocumentReference[] =>
    [...new Set(rest.flatMap((path) => reportIdOf(path) ?? []))].map((id) => db.doc(`${collection}/${id}`));

  // First only the reports: most files are listed there, for one read each.
  const inReports = refsOf("issues", paths);
  if (inReports.length === 0) return new Set();
  const listed = pathsIn(await db.getAll(...inReports, FIELDS), paths);

  // The rest in one transaction, since a report may be moved between the two collections at the same time.
  const rest = paths.filter((path) => !listed.has(path));
  const anywhere = [...refsOf("issues", rest), ...refsOf("trash", rest)];
  if (anywhere.length === 0) return listed;
  const documents = await db.runTransaction((read) => read.getAll(...anywhere, FIELDS), { readOnly: true });
  return new Set([...listed, ...pathsIn(documents, rest)]);
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
