import type { RestDocument } from "./rest.ts";
import { decodeFields } from "./values.ts";
import { readVersion, type Version } from "./version.ts";

/** A stored document as plain data, timestamps as `Date`. */
export interface StoredDocument {
  data: Record<string, unknown>;
  createTime: Date;
  version: Version;
}

/** The stored document of a REST answer, or `null` when there is none. */
export function toStoredDocument(document: RestDocument | undefined): StoredDocument | null {
  if (document === undefined) return null;
  return {
    data: decodeFields(document.fields ?? {}),
    createTime: new Date(document.createTime),
    version: readVersion(document.updateTime),
  };
}
