import { parseAttachmentUrl } from "@logbook/domain";
import type { DocumentReference, DocumentSnapshot } from "firebase-admin/firestore";
import { adminDb } from "../firestore/admin.ts";
import { type StoredData, storedAttachments } from "../firestore/stored-report.ts";

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
  // First only the reports: most files are listed there, for one read each.
  const inReports = await readListings(reportIds(paths), async (ids) => [
    await db.getAll(...ids.map((id) => db.doc(`issues/${id}`)), { fieldMask: ["attachments"] }),
  ]);
  const listed = new Set(paths.filter((path) => isListed(path, inReports)));

  // The rest in one transaction, since a report may be moved between the two collections at the same time.
  const rest = paths.filter((path) => !listed.has(path));
  const anywhere = await readListings(reportIds(rest), (ids) =>
    db.runTransaction(
      (transaction) => {
        const read = (refs: DocumentReference[], field: string) => transaction.getAll(...refs, { fieldMask: [field] });
        return Promise.all([
          read(
            ids.map((id) => db.doc(`issues/${id}`)),
            "attachments",
          ),
          read(
            ids.map((id) => db.doc(`trash/${id}`)),
            "issue.attachments",
          ),
        ]);
      },
      { readOnly: true },
    ),
  );
  for (const path of rest) if (isListed(path, anywhere)) listed.add(path);
  return listed;
}

function reportIds(paths: readonly string[]): string[] {
  return [...new Set(paths.flatMap((path) => reportIdOf(path) ?? []))];
}

async function readListings(
  ids: readonly string[],
  read: (ids: readonly string[]) => Promise<DocumentSnapshot[][]>,
): Promise<Map<string, Listing[]>> {
  const listings = new Map<string, Listing[]>();
  if (ids.length === 0) return listings;
  for (const document of (await read(ids)).flat()) {
    if (!document.exists) continue;
    const data: StoredData = document.ref.parent.id === "trash" ? (document.get("issue") ?? {}) : document.data()!;
    listings.set(document.id, [...(listings.get(document.id) ?? []), listingOf(data)]);
  }
  return listings;
}

/** The files that a report lists, in `issues` or in the trash. */
export function listingOf(data: StoredData): Listing {
  const { attachments } = data;
  if (attachments === undefined) return new Set();
  const readable = storedAttachments(data);
  if (!Array.isArray(attachments) || readable.length < attachments.length) return "all";
  return new Set(readable.map(({ path }) => path));
}

function isListed(path: string, listings: ReadonlyMap<string, Listing[]>): boolean {
  return (listings.get(reportIdOf(path) ?? "") ?? []).some((listing) => listing === "all" || listing.has(path));
}
