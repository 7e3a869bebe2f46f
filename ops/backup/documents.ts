import * as z from "zod";
import { stableJson } from "../google/stable-json.ts";
import { type AnyFields, toPortable } from "./portable.ts";
import type { Project } from "./project.ts";

/** A document in an archive: its path below the database, and its fields in the form of Firestore's REST API. */
export interface StoredDocument {
  path: string;
  fields: AnyFields;
}

/** A document's path has an even number of names. */
export const documentSchema = z.object({
  path: z.string().regex(/^[^/]+\/[^/]+(\/[^/]+\/[^/]+)*$/),
  fields: z.record(z.string(), z.record(z.string(), z.unknown())),
});

/** Collections that are not backed up: the rate limits' counters and the key of their hashes. */
const EXCLUDED_COLLECTIONS = ["limits"];
/** The number of documents in a page is adapted to their size, so that a response has about this many bytes. */
const PAGE_BYTES = 8 * 1024 * 1024;

const resultSchema = z.object({
  readTime: z.string().optional(),
  document: z
    .object({
      name: z.string(),
      fields: z.record(z.string(), z.record(z.string(), z.unknown())).default({}),
    })
    .optional(),
});

/** Reads Firestore's current time. Documents can be read as of this time. */
export async function currentReadTime({ firestore, root }: Project): Promise<string> {
  const results = z.array(resultSchema).parse(await firestore.call("POST", `/${root}:runQuery`, query(1)));
  return results[0]?.readTime ?? new Date().toISOString();
}

/** Reads all documents as of a time within the last hour, in the order of their paths. Only one page is in memory. */
export async function* readDocuments({ firestore, root }: Project, readTime: string): AsyncGenerator<StoredDocument> {
  let afterName: string | undefined;
  let pageSize = 300;
  while (true) {
    const response = await firestore.call("POST", `/${root}:runQuery`, { ...query(pageSize, afterName), readTime });
    const documents = z
      .array(resultSchema)
      .parse(response)
      .flatMap(({ document }) => document ?? []);
    let bytes = 0;
    for (const { name, fields } of documents) {
      const document = { path: name.slice(root.length + 1), fields: toPortable(fields, root) };
      bytes += Buffer.byteLength(stableJson(document));
      afterName = name;
      if (!EXCLUDED_COLLECTIONS.includes(collectionOf(document.path))) yield document;
    }
    if (documents.length < pageSize) return;
    pageSize = Math.min(Math.max(Math.floor((PAGE_BYTES / bytes) * documents.length), 20), 5000);
  }
}

function query(limit: number, afterName?: string): object {
  return {
    structuredQuery: {
      from: [{ allDescendants: true }],
      orderBy: [{ field: { fieldPath: "__name__" }, direction: "ASCENDING" }],
      limit,
      ...(afterName !== undefined && { startAt: { values: [{ referenceValue: afterName }], before: false } }),
    },
  };
}

/** The collection at the top of a document's path. */
export function collectionOf(path: string): string {
  return path.slice(0, path.indexOf("/"));
}
