import type { StoredDocument } from "./documents.ts";
import { documentName } from "./rest.ts";
import { decodeFields, encodeFields, type Storable } from "./values.ts";
import { type Commit, targetOf } from "./writes.ts";

/** A stored document, for tests of handlers. */
export function storedDocument(id: string, data: { readonly [name: string]: Storable }): StoredDocument {
  const fields = encodeFields(data);
  const updateTime = "2026-01-01T00:00:00.000001Z";
  return { id, data: decodeFields(fields), fields, createTime: new Date(0), updateTime, version: 1 };
}

/** What the result of a handler stores in a document; `null` if it does not write the document. */
export function writeTo(path: string, result: object) {
  const writes = "writes" in result ? (result as Commit).writes : [];
  const write = writes.find((candidate) => targetOf(candidate) === documentName(path));
  if (write === undefined) return null;
  return {
    data: decodeFields(write.update?.fields ?? {}),
    /** The changed fields; `undefined` if the whole document is written. */
    mask: write.updateMask?.fieldPaths,
    serverTimes: (write.updateTransforms ?? []).flatMap((transform) =>
      "setToServerValue" in transform ? transform.fieldPath : [],
    ),
    currentDocument: write.currentDocument,
  };
}
