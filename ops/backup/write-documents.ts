import { stableJson } from "../google/stable-json.ts";
import { collectionOf, type StoredDocument } from "./documents.ts";
import { type AnyFields, fromPortable } from "./portable.ts";
import type { Project } from "./project.ts";

/*
 * Writing a report triggers `issueWritten`, which records history, fills the trash and updates the board. A backup
 * already has these changes. So each report gets the field `restoring` before and during such a write: the trigger
 * skips events whose report has this field before or after, also events that are delivered late.
 */
const REPORTS_COLLECTION = "issues";
/** The same name is in functions/src/triggers/issue-written.ts. */
const RESTORING_FIELD = "restoring";
const RESTORING_FIELDS: AnyFields = { [RESTORING_FIELD]: { booleanValue: true } };

const BOARD_PATH = "boards/main";

type Store = Pick<Project, "root" | "firestore">;

const MAX_COMMIT_BYTES = 5 * 1024 * 1024;
const MAX_COMMIT_WRITES = 400;

/** Writes the documents unchanged. Idempotent. */
export async function writeDocuments(project: Store, documents: readonly StoredDocument[]): Promise<void> {
  const reports = documents.filter(isReport);
  await commit(project, reports, ({ path, fields }) => updateWrite(project, path, { ...fields, ...RESTORING_FIELDS }));
  await commit(project, reports, ({ path }) => ({
    ...updateWrite(project, path, {}),
    updateMask: { fieldPaths: [RESTORING_FIELD] },
  }));
  const others = documents.filter((document) => !isReport(document));
  const board = others.find(({ path }) => path === BOARD_PATH);
  // A new creation time of the board makes API instances discard their cached reports.
  if (board !== undefined) await commit(project, [board], ({ path }) => deleteWrite(project, path));
  await commit(project, others, ({ path, fields }) => updateWrite(project, path, fields));
}

/** Deletes documents. Deleted reports do not go to the trash. */
export async function deleteDocuments(project: Store, documents: readonly StoredDocument[]): Promise<void> {
  await commit(project, documents.filter(isReport), ({ path }) => ({
    ...updateWrite(project, path, RESTORING_FIELDS),
    updateMask: { fieldPaths: [RESTORING_FIELD] },
  }));
  await commit(project, documents, ({ path }) => deleteWrite(project, path));
}

const isReport = ({ path }: StoredDocument): boolean => collectionOf(path) === REPORTS_COLLECTION;

function updateWrite({ root }: Store, path: string, fields: AnyFields): object {
  return { update: { name: `${root}/${path}`, fields: fromPortable(fields, root) } };
}

function deleteWrite({ root }: Store, path: string): object {
  return { delete: `${root}/${path}` };
}

/** Commits one write for each document, in batches within Firestore's limits. */
async function commit(
  { firestore, root }: Store,
  documents: readonly StoredDocument[],
  toWrite: (document: StoredDocument) => object,
): Promise<void> {
  const send = (writes: object[]) => firestore.call("POST", `/${root}:commit`, { writes });
  let writes: object[] = [];
  let bytes = 0;
  for (const document of documents) {
    const write = toWrite(document);
    const size = Buffer.byteLength(stableJson(write));
    if (writes.length === MAX_COMMIT_WRITES || (writes.length > 0 && bytes + size > MAX_COMMIT_BYTES)) {
      await send(writes);
      writes = [];
      bytes = 0;
    }
    writes.push(write);
    bytes += size;
  }
  if (writes.length > 0) await send(writes);
}
