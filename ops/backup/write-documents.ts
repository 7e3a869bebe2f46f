import { type AnyFields, collectionOf, fromPortable, type StoredDocument } from "./documents.ts";
import type { Project } from "./project.ts";

const REPORTS_COLLECTION = "issues";
/**
 * A backup has history, trash and board itself, so the trigger `issueWritten` must not write them during a restore. The
 * trigger (functions/src/triggers) skips an event if the report has this field before or after the event.
 */
const RESTORING_FIELD = "restoring";
const RESTORING_FIELDS: AnyFields = { [RESTORING_FIELD]: { booleanValue: true } };

const BOARD_PATH = "boards/main";

export type DocumentStore = Pick<Project, "root" | "callFirestore">;

const MAX_COMMIT_BYTES = 5 * 1024 * 1024;
const MAX_COMMIT_WRITES = 400;

/** Writes documents exactly as they are in the archive. Idempotent. */
export async function writeDocuments(project: DocumentStore, documents: readonly StoredDocument[]): Promise<void> {
  const reports = documents.filter(isReport);
  await commit(project, reports, ({ path, fields }) => createUpdate(project, path, { ...fields, ...RESTORING_FIELDS }));
  // An update of a field without a new value removes the field.
  await commit(project, reports, ({ path }) => ({
    ...createUpdate(project, path, {}),
    updateMask: { fieldPaths: [RESTORING_FIELD] },
  }));
  const otherDocuments = documents.filter((document) => !isReport(document));
  const board = otherDocuments.find(({ path }) => path === BOARD_PATH);
  // The board is written again below. Its new creation time makes API instances discard their cached reports.
  if (board !== undefined) await commit(project, [board], ({ path }) => createDelete(project, path));
  await commit(project, otherDocuments, ({ path, fields }) => createUpdate(project, path, fields));
}

/** Deletes documents. Deleted reports do not go to the trash. */
export async function deleteDocuments(project: DocumentStore, documents: readonly StoredDocument[]): Promise<void> {
  await commit(project, documents.filter(isReport), ({ path }) => ({
    ...createUpdate(project, path, RESTORING_FIELDS),
    updateMask: { fieldPaths: [RESTORING_FIELD] },
  }));
  await commit(project, documents, ({ path }) => createDelete(project, path));
}

const isReport = ({ path }: StoredDocument): boolean => collectionOf(path) === REPORTS_COLLECTION;

function createUpdate({ root }: DocumentStore, path: string, fields: AnyFields): object {
  return { update: { name: `${root}/${path}`, fields: fromPortable(fields, root) } };
}

function createDelete({ root }: DocumentStore, path: string): object {
  return { delete: `${root}/${path}` };
}

/** Commits one write for each document, in batches below Firestore's limits. */
async function commit(
  { callFirestore, root }: DocumentStore,
  documents: readonly StoredDocument[],
  toWrite: (document: StoredDocument) => object,
): Promise<void> {
  const sendCommit = (writes: object[]) => callFirestore(`/${root}:commit`, { writes });
  let writes: object[] = [];
  let commitBytes = 0;
  for (const document of documents) {
    const write = toWrite(document);
    const writeBytes = Buffer.byteLength(JSON.stringify(write));
    if (writes.length === MAX_COMMIT_WRITES || (writes.length > 0 && commitBytes + writeBytes > MAX_COMMIT_BYTES)) {
      await sendCommit(writes);
      writes = [];
      commitBytes = 0;
    }
    writes.push(write);
    commitBytes += writeBytes;
  }
  if (writes.length > 0) await sendCommit(writes);
}
