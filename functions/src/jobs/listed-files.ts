import { isRecord, parseAttachmentUrl } from "@logbook/domain";
import type { DocumentReference, DocumentSnapshot } from "firebase-admin/firestore";
import { adminDb } from "../firestore/admin.ts";
import {
  allStoredAttachments,
  attachmentOwners,
  type StoredData,
  storedAttachments,
} from "../firestore/stored-report.ts";

/** Reads only the lists of attachments, and the amendments that have such lists: in `issues`, and in `trash`. */
const LISTS_ONLY = { fieldMask: ["attachments", "amendments", "issue.attachments", "issue.amendments"] };

// Each path may be of another report, whose amendments have up to 1 MiB.
const PATHS_PER_READ = 25;

/** The paths that a report lists, or `all` if a list cannot be read: all files of its folder then count as listed. */
type Listing = "all" | ReadonlySet<string>;

/** The id of the report whose folder contains this path, or `null`. An attachment's URL is `/api/` and its path. */
export function reportIdOf(path: string): string | null {
  return parseAttachmentUrl(`/api/${path}`)?.issueId ?? null;
}

/**
 * Selects the paths that a report, an amendment or a trash entry lists. While a report's list cannot be read, all files
 * of its folder count as listed, so that nothing deletes them before an admin has repaired the list.
 */
export async function findListedPaths(paths: readonly string[]): Promise<Set<string>> {
  const listed = new Set<string>();
  for (let start = 0; start < paths.length; start += PATHS_PER_READ)
    for (const path of await findListed(paths.slice(start, start + PATHS_PER_READ))) listed.add(path);
  return listed;
}

async function findListed(paths: readonly string[]): Promise<Set<string>> {
  const db = await adminDb();
  const refsOf = (collection: string, filePaths: readonly string[]): DocumentReference[] => {
    const reportIds = new Set(filePaths.flatMap((path) => reportIdOf(path) ?? []));
    return [...reportIds].map((id) => db.doc(`${collection}/${id}`));
  };

  // First only `issues` is read, because reports list most files.
  const reportRefs = refsOf("issues", paths);
  if (reportRefs.length === 0) return new Set();
  const listedInReports = filterListed(paths, await db.getAll(...reportRefs, LISTS_ONLY));

  // Then `issues` and `trash` are read in one transaction, because a report may be deleted or restored meanwhile.
  const remainingPaths = paths.filter((path) => !listedInReports.has(path));
  const remainingRefs = [...refsOf("issues", remainingPaths), ...refsOf("trash", remainingPaths)];
  if (remainingRefs.length === 0) return listedInReports;
  const documents = await db.runTransaction((transaction) => transaction.getAll(...remainingRefs, LISTS_ONLY), {
    readOnly: true,
  });
  return new Set([...listedInReports, ...filterListed(remainingPaths, documents)]);
}

/** Selects the paths that at least one of the documents lists. */
function filterListed(paths: readonly string[], documents: readonly DocumentSnapshot[]): Set<string> {
  const listingsById = new Map<string, Listing[]>();
  for (const document of documents) {
    if (!document.exists) continue;
    const data: StoredData = document.ref.parent.id === "trash" ? (document.get("issue") ?? {}) : document.data()!;
    listingsById.set(document.id, [...(listingsById.get(document.id) ?? []), listingOf(data)]);
  }
  function isListed(path: string): boolean {
    const listings = listingsById.get(reportIdOf(path) ?? "") ?? [];
    return listings.some((listing) => listing === "all" || listing.has(path));
  }
  return new Set(paths.filter(isListed));
}

/** The paths that a report and its amendments list, from its fields in `issues` or in a trash entry. */
export function listingOf(data: StoredData): Listing {
  const { amendments = {} } = data;
  const isReadable =
    isRecord(amendments) &&
    !Array.isArray(amendments) &&
    Object.values(amendments).every(isRecord) &&
    attachmentOwners(data).every(hasReadableList);
  return isReadable ? new Set(allStoredAttachments(data).map(({ path }) => path)) : "all";
}

const hasReadableList = (owner: StoredData): boolean =>
  owner.attachments === undefined ||
  (Array.isArray(owner.attachments) && storedAttachments(owner).length === owner.attachments.length);
