import { parseAttachmentUrl } from "@logbook/domain";
import type { DocumentReference, DocumentSnapshot } from "firebase-admin/firestore";
import { adminDb } from "../firestore/admin.ts";
import { type StoredData, storedAttachments } from "../firestore/stored-report.ts";

/** Which files of its own folder a report lists: their paths, or all there are, when its list cannot be read. */
type Listing = "all" | ReadonlySet<string>;

/** The report whose folder a file is in, or `null` when it is in none. */
export function reportOf(path: string): string | null {
  return parseAttachmentUrl(`/api/${path}`)?.issueId ?? null;
}

/**
 * Those of the paths that a report or a trash entry lists; at most 1,000. A list that is out of order counts as listing
 * everything: somebody has to look at it, and until then its files must not go.
 */
export async function listedPaths(paths: readonly string[]): Promise<Set<string>> {
  const db = await adminDb();
  // First the reports alone: most files are listed there, which costs one read.
  const inReports = await listings(reportIds(paths), async (ids) => [
    await db.getAll(...ids.map((id) => db.doc(`issues/${id}`)), { fieldMask: ["attachments"] }),
  ]);
  const listed = new Set(paths.filter((path) => isListed(path, inReports)));

  // Then both as of one moment, for a report may be on its way from one to the other.
  const others = paths.filter((path) => !listed.has(path));
  const anywhere = await listings(reportIds(others), (ids) =>
    db.runTransaction(
      (moment) => {
        const read = (refs: DocumentReference[], field: string) => moment.getAll(...refs, { fieldMask: [field] });
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
  for (const path of others) if (isListed(path, anywhere)) listed.add(path);
  return listed;
}

function reportIds(paths: readonly string[]): string[] {
  return [...new Set(paths.flatMap((path) => reportOf(path) ?? []))];
}

async function listings(
  ids: readonly string[],
  read: (ids: readonly string[]) => Promise<DocumentSnapshot[][]>,
): Promise<Map<string, Listing[]>> {
  const found = new Map<string, Listing[]>();
  if (ids.length === 0) return found;
  for (const document of (await read(ids)).flat()) {
    if (!document.exists) continue;
    const data: StoredData = document.ref.parent.id === "trash" ? (document.get("issue") ?? {}) : document.data()!;
    found.set(document.id, [...(found.get(document.id) ?? []), listingOf(data)]);
  }
  return found;
}

/** What a report lists, in use or as the trash has it. */
export function listingOf(data: StoredData): Listing {
  const { attachments } = data;
  if (attachments === undefined) return new Set();
  const readable = storedAttachments(data);
  if (!Array.isArray(attachments) || readable.length < attachments.length) return "all";
  return new Set(readable.map(({ path }) => path));
}

function isListed(path: string, found: ReadonlyMap<string, Listing[]>): boolean {
  const listings = found.get(reportOf(path) ?? "") ?? [];
  return listings.some((listing) => listing === "all" || listing.has(path));
}
