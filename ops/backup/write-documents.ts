import { stableJson } from "../google/stable-json.ts";
import { collectionOf, type StoredDocument } from "./documents.ts";
import { type AnyFields, fromPortable } from "./portable.ts";
import type { Project } from "./project.ts";

/*
 * A trigger writes the history of reports, fills the trash and updates the board. A backup has all that, so restored and
 * deleted reports are marked: the trigger ignores an event with the mark before or after. Each event has the mark itself,
 * so it also counts for an event that is delivered late.
 */
const TRIGGERING = "issues";
/** The same as in functions/src/triggers/issue-written.ts. */
const MARK = "restoring";
const MARKED: AnyFields = { [MARK]: { booleanValue: true } };

const BOARD = "boards/main";

type Store = Pick<Project, "root" | "firestore">;

const COMMIT_BYTES = 5 * 1024 * 1024;
const COMMIT_WRITES = 400;

/** Writes documents as they are. It can be repeated. */
export async function writeDocuments(project: Store, documents: readonly StoredDocument[]): Promise<void> {
  const hasTrigger = ({ path }: StoredDocument) => collectionOf(path) === TRIGGERING;
  const triggering = documents.filter(hasTrigger);
  await commit(project, triggering, ({ path, fields }) => put(project, path, { ...fields, ...MARKED }));
  await commit(project, triggering, ({ path }) => ({ ...put(project, path, {}), updateMask: { fieldPaths: [MARK] } }));
  const others = documents.filter((document) => !hasTrigger(document));
  const board = others.find(({ path }) => path === BOARD);
  // A new board has a new creation time, by which processes of the API notice that their memory is outdated.
  if (board !== undefined) await commit(project, [board], ({ path }) => remove(project, path));
  await commit(project, others, ({ path, fields }) => put(project, path, fields));
}

/** Deletes documents for good, reports too. */
export async function deleteDocuments(project: Store, documents: readonly StoredDocument[]): Promise<void> {
  const triggering = documents.filter(({ path }) => collectionOf(path) === TRIGGERING);
  await commit(project, triggering, ({ path }) => ({
    ...put(project, path, MARKED),
    updateMask: { fieldPaths: [MARK] },
  }));
  await commit(project, documents, ({ path }) => remove(project, path));
}

function put({ root }: Store, path: string, fields: AnyFields): object {
  return { update: { name: `${root}/${path}`, fields: fromPortable(fields, root) } };
}

function remove({ root }: Store, path: string): object {
  return { delete: `${root}/${path}` };
}

/** Commits one write for each document, in batches of Firestore's limits. */
async function commit(
  { firestore, root }: Store,
  documents: readonly StoredDocument[],
  write: (document: StoredDocument) => object,
): Promise<void> {
  const send = (writes: object[]) => firestore.call("POST", `/${root}:commit`, { writes });
  let writes: object[] = [];
  let bytes = 0;
  for (const document of documents) {
    const next = write(document);
    const size = stableJson(next).length;
    if (writes.length === COMMIT_WRITES || (writes.length > 0 && bytes + size > COMMIT_BYTES)) {
      await send(writes);
      writes = [];
      bytes = 0;
    }
    writes.push(next);
    bytes += size;
  }
  if (writes.length > 0) await send(writes);
}
