import * as z from "zod";
import type { Project } from "./project.ts";

/** A value of any kind in Firestore's REST API, such as `{ stringValue: "a" }`. */
export type AnyValue = { [kind: string]: unknown };
export type AnyFields = { [name: string]: AnyValue };

/** A document in an archive: its path below the database, and its fields in the form of Firestore's REST API. */
export interface StoredDocument {
  path: string;
  fields: AnyFields;
}

/** A document's path is one or more pairs of a collection and an id. */
export const documentSchema = z.object({
  path: z.string().regex(/^[^/]+\/[^/]+(\/[^/]+\/[^/]+)*$/),
  fields: z.record(z.string(), z.record(z.string(), z.unknown())),
});

/** Collections that are not backed up: the rate limits' counters with the key of their hashes; links for an hour. */
const EXCLUDED_COLLECTIONS = ["limits", "resetLinks"];
/** The number of documents in a page. A document has at most 1 MiB, and most have some KB. */
const PAGE_SIZE = 300;

/** One element of a query's response. If nothing is found, the only element has no document. */
const resultSchema = z.object({
  readTime: z.string().optional(),
  document: z
    .object({
      name: z.string(),
      fields: z.record(z.string(), z.record(z.string(), z.unknown())).default({}),
    })
    .optional(),
});

/** Firestore's current time, from a query's response, or else this machine's. Documents can be read as of this time. */
export async function currentReadTime({ callFirestore, root }: Project): Promise<string> {
  const results = z.array(resultSchema).parse(await callFirestore(`/${root}:runQuery`, createQuery(1)));
  return results[0]?.readTime ?? new Date().toISOString();
}

/** Reads all documents as of a time within the last hour, in the order of their paths. Only one page is in memory. */
export async function* readDocuments(
  { callFirestore, root }: Project,
  readTime: string,
): AsyncGenerator<StoredDocument> {
  let afterName: string | undefined;
  while (true) {
    const query = { ...createQuery(PAGE_SIZE, afterName), readTime };
    const results = z.array(resultSchema).parse(await callFirestore(`/${root}:runQuery`, query));
    const documents = results.flatMap(({ document }) => document ?? []);
    for (const { name, fields } of documents) {
      const document = { path: name.slice(root.length + 1), fields: toPortable(fields, root) };
      if (!EXCLUDED_COLLECTIONS.includes(collectionOf(document.path))) yield document;
    }
    if (documents.length < PAGE_SIZE) return;
    afterName = documents.at(-1)?.name;
  }
}

function createQuery(limit: number, afterName?: string): object {
  return {
    structuredQuery: {
      // Without a collection's id, this means the documents of all collections.
      from: [{ allDescendants: true }],
      orderBy: [{ field: { fieldPath: "__name__" }, direction: "ASCENDING" }],
      limit,
      // `before: false` starts after the named document.
      ...(afterName !== undefined && { startAt: { values: [{ referenceValue: afterName }], before: false } }),
    },
  };
}

/** The collection at the top of a document's path. */
export function collectionOf(path: string): string {
  return path.slice(0, path.indexOf("/"));
}

/**
 * Makes fields valid in any project: references to the project's own documents become `/path`. Also adds `fields`
 * to an empty map and `values` to an empty list, if missing. `root` is the beginning of the project's document names.
 */
export function toPortable(fields: AnyFields, root: string): AnyFields {
  return mapReferences(fields, (name) => (name.startsWith(`${root}/`) ? name.slice(root.length) : name));
}

/** The reverse of `toPortable`, for a project whose document names begin with `root`. */
export function fromPortable(fields: AnyFields, root: string): AnyFields {
  return mapReferences(fields, (name) => (name.startsWith("/") ? root + name : name));
}

function mapReferences(fields: AnyFields, changeName: (name: string) => string): AnyFields {
  const changeValue = ({ mapValue, arrayValue, referenceValue, ...otherValue }: AnyValue): AnyValue => {
    if (mapValue !== undefined)
      return { mapValue: { fields: mapReferences((mapValue as { fields?: AnyFields }).fields ?? {}, changeName) } };
    if (arrayValue !== undefined)
      return { arrayValue: { values: ((arrayValue as { values?: AnyValue[] }).values ?? []).map(changeValue) } };
    return typeof referenceValue === "string" ? { referenceValue: changeName(referenceValue) } : otherValue;
  };
  // fromEntries() keeps a field that is called __proto__.
  return Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, changeValue(value)]));
}
