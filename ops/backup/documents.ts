import * as z from "zod";
import { type AnyFields, toPortable } from "./portable.ts";
import type { Project } from "./project.ts";

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

/** Collections that are not backed up: the rate limits' counters and the key of their hashes. */
const EXCLUDED_COLLECTIONS = ["limits"];
/** The size of a response at which `readDocuments` aims when it chooses the number of documents in a page. */
const PAGE_BYTES = 8 * 1024 * 1024;
const PAGE_SIZES = { first: 300, min: 20, max: 5000 };

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

/** Firestore's time, which the response to any query has; else this machine's. Documents can be read as of this time. */
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
  let pageSize = PAGE_SIZES.first;
  while (true) {
    const query = { ...createQuery(pageSize, afterName), readTime };
    const response = await callFirestore(`/${root}:runQuery`, query);
    const results = z.array(resultSchema).parse(response);
    const documents = results.flatMap(({ document }) => document ?? []);
    let pageBytes = 0;
    for (const { name, fields } of documents) {
      const document = { path: name.slice(root.length + 1), fields: toPortable(fields, root) };
      pageBytes += Buffer.byteLength(JSON.stringify(document));
      afterName = name;
      if (!EXCLUDED_COLLECTIONS.includes(collectionOf(document.path))) yield document;
    }
    if (documents.length < pageSize) return;
    const fittingSize = Math.floor((PAGE_BYTES / pageBytes) * documents.length);
    pageSize = Math.min(Math.max(fittingSize, PAGE_SIZES.min), PAGE_SIZES.max);
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
