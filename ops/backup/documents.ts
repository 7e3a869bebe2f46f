import * as z from "zod";
import { stableJson } from "../google/stable-json.ts";
import { type AnyFields, toPortable } from "./portable.ts";
import type { Project } from "./project.ts";

/** A document as an archive has it: its path below the database, and its fields as Firestore's REST API writes them. */
export interface StoredDocument {
  path: string;
  fields: AnyFields;
}

/** The form of one in an archive; a path is whole only with an even number of names. */
export const documentSchema = z.object({
  path: z.string().regex(/^[^/]+\/[^/]+(\/[^/]+\/[^/]+)*$/),
  fields: z.record(z.string(), z.record(z.string(), z.unknown())),
});

/** Collections that say nothing worth keeping: the counters against guessing passwords. */
const LEFT_OUT = ["limits"];
/** A query's answers are kept to about this much, whatever the size of a document. */
const PAGE_BYTES = 8 * 1024 * 1024;

const found = z.object({
  readTime: z.string().optional(),
  document: z
    .object({
      name: z.string(),
      fields: z.record(z.string(), z.record(z.string(), z.unknown())).default({}),
    })
    .optional(),
});

/** The moment as of which documents are read, by Firestore's own clock. */
export async function momentOf({ firestore, root }: Project): Promise<string> {
  const answers = z.array(found).parse(await firestore.call("POST", `/${root}:runQuery`, query(1)));
  return answers[0]?.readTime ?? new Date().toISOString();
}

/** Every document as of one moment (within the last hour), by path; a page of them is in memory at a time. */
export async function* readDocuments({ firestore, root }: Project, moment: string): AsyncGenerator<StoredDocument> {
  let after: string | undefined;
  for (let limit = 300; ; ) {
    const answer = await firestore.call("POST", `/${root}:runQuery`, { ...query(limit, after), readTime: moment });
    const documents = z
      .array(found)
      .parse(answer)
      .flatMap(({ document }) => document ?? []);
    let bytes = 0;
    for (const { name, fields } of documents) {
      const document = { path: name.slice(root.length + 1), fields: toPortable(fields, root) };
      bytes += stableJson(document).length;
      after = name;
      if (!LEFT_OUT.includes(collectionOf(document.path))) yield document;
    }
    if (documents.length < limit) return;
    limit = Math.min(Math.max(Math.floor((PAGE_BYTES / bytes) * documents.length), 20), 5000);
  }
}

function query(limit: number, after?: string): object {
  return {
    structuredQuery: {
      from: [{ allDescendants: true }],
      orderBy: [{ field: { fieldPath: "__name__" }, direction: "ASCENDING" }],
      limit,
      ...(after !== undefined && { startAt: { values: [{ referenceValue: after }], before: false } }),
    },
  };
}

/** The collection at the top of a document's path. */
export function collectionOf(path: string): string {
  return path.slice(0, path.indexOf("/"));
}
