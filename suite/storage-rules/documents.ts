import { bool, RuleError, type Value } from "./value.ts";

/** The fetched documents, by path (`/databases/(default)/documents/members/u1`); null for one that does not exist. */
export type Documents = ReadonlyMap<string, Value | null>;

/** A decision needs this document, which is not fetched yet. `&&` and `||` do not recover from this error. */
export class DocumentNeeded extends Error {
  readonly path: string;

  constructor(path: string) {
    super(`The document ${path} is needed.`);
    this.path = path;
  }
}

/** Storage rules may read this many different documents for one decision. */
const MAX_DOCUMENTS = 2;

/**
 * Calls `firestore.get` or `firestore.exists`. Throws `DocumentNeeded` if the document is not fetched yet. In `get`, a
 * missing document is an error, because a failed fetch looks like a missing document.
 */
export function callDocumentFunction(name: string, [argument]: readonly Value[], documents: Documents): Value {
  if (argument?.type !== "path") throw new RuleError(`${name}() takes a path.`);
  const path = documentPath(argument.segments);
  if (path === undefined) throw new RuleError(`${name}() takes a path like /databases/(default)/documents/c/id.`);
  const document = documents.get(path);
  if (document === undefined) {
    if (documents.size < MAX_DOCUMENTS) throw new DocumentNeeded(path);
    throw new RuleError(`Storage rules may read ${MAX_DOCUMENTS} documents at most.`);
  }
  if (name === "firestore.exists") return bool(document !== null);
  if (document === null) throw new RuleError(`There is no document ${path}.`);
  return document;
}

/** The document's path in the form of the REST API; undefined if the segments name no document. */
function documentPath(segments: readonly string[]): string | undefined {
  const [firstSegment, databaseId, thirdSegment, ...names] = segments;
  const isBelowDatabase = firstSegment === "databases" && databaseId && thirdSegment === "documents";
  const isDocument = isBelowDatabase && names.length >= 2 && names.length % 2 === 0;
  // An empty id, `.`, `..` or an id with a slash would make the fetch read another document.
  const hasUnsafeSegment = segments.some((segment) => ["", ".", ".."].includes(segment) || segment.includes("/"));
  return isDocument && !hasUnsafeSegment ? `/${segments.map(encodeURIComponent).join("/")}` : undefined;
}
