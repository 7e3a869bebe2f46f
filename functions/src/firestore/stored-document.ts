import type { RestDocument } from "./rest.ts";
import { decodeFields } from "./values.ts";
import { parseVersion, type Version } from "./version.ts";

/** A stored document as plain data, timestamps as `Date`. */
export interface StoredDocument {
  data: Record<string, unknown>;
  createTime: Date;
  version: Version;
}

/** Decodes a document of the REST API; `null` for a missing one. */
export function toStoredDocument(document: RestDocument | undefined): StoredDocument | null {
  if (document === undefined) return null;
  return {
    data: decodeFields(document.fields ?? {}),
    createTime: new Date(document.createTime),
    version: parseVersion(document.updateTime),
  };
}
