import { stableJson } from "../google/stable-json.ts";
import { collectionOf, type StoredDocument } from "./documents.ts";
import { type AnyFields, fromPortable } from "./portable.ts";
import type { Project } from "./project.ts";

/*
 * A trigger keeps the history of reports, fills the trash when one is deleted, and moves the board. A backup already holds
 * all that, so reports that are restored or cleared away are marked: the trigger leaves alone whatever it sees with the
 * mark before or after. The mark is in each event itself, so it holds however late an event is delivered.
 */
const WATCHED = "issues";
/** As functions/src/triggers/issue-written.ts has it. */
const MARK = "restoring";
const MARKED: AnyFields = { [MARK]: { booleanValue: true } };

const BOARD = "boards/main";

type Store = Pick<Project, "root" | "firestore">;

const COMMIT_BYTES = 5 * 1024 * 1024;
const COMMIT_WRITES = 400;

/** Writes documents as they are. Repeating it does no harm. */
export async function writeDocuments(project: Store, documents: readonly StoredDocument[]): Promise<void> {
  const isWatched = ({ path }: StoredDocument) => collectionOf(path) === WATCHED;
  const watched = documents.filter(isWatched);
  await commit(project, watched, ({ path, fields }) => put(project, path, { ...fields, ...MARKED }));
  await commit(project, watched, ({ path }) => ({ ...put(project, path, {}), updateMask: { fieldPaths: [MARK] } }));
  const others = documents.filter((document) => !isWatched(document));
  const board = others.find(({ path }) => path === BOARD);
  // Made anew, it has a new time of creation, so no process takes what it has in memory for this board's reports.
  if (board !== undefined) await commit(project, [board], ({ path }) => remove(project, path));
  await commit(project, others, ({ path, fields }) => put(project, path, fields));
}

/** Deletes documents for good, reports too. */
export async function deleteDocuments(project: Store, documents: readonly StoredDocument[]): Promise<void> {
  const watched = documents.filter(({ path }) => collectionOf(path) === WATCHED);
  await commit(project, watched, ({ path }) => ({ ...put(project, path, MARKED), updateMask: { fieldPaths: [MARK] } }));
  await commit(project, documents, ({ path }) => remove(project, path));
}

function put({ root }: Store, path: string, fields: AnyFields): object {
  return { update: { name: `${root}/${path}`, fields: fromPortable(fields, root) } };
}

function remove({ root }: Store, path: string): object {
  return { delete: `${root}/${path}` };
}

/** Commits one write a document, as many at once as Firestore takes. */
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
