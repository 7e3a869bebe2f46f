import { documentId, type RestDocument } from "./rest.ts";
import { decodeFields } from "./values.ts";
import { parseVersion, type Version } from "./version.ts";

/** A stored document as plain data, timestamps as `Date`. */
export interface StoredDocument {
  id: string;
  data: Record<string, unknown>;
  createTime: Date;
  version: Version;
}

export function toStoredDocument({ name, fields = {}, createTime, updateTime }: RestDocument): StoredDocument {
  return {
    id: documentId(name),
    data: decodeFields(fields),
    createTime: new Date(createTime),
    version: parseVersion(updateTime),
  };
}
