import { documentName } from "./rest.ts";
import { encodeFields, type RestFields, type Storable } from "./values.ts";

/** One write of a commit, as Firestore's REST API takes it. */
export interface Write {
  update?: { name: string; fields: RestFields };
  delete?: string;
  updateMask?: { fieldPaths: string[] };
  updateTransforms?: Transform[];
  currentDocument?: { exists: boolean } | { updateTime: string };
}
type Transform =
  | { fieldPath: string; setToServerValue: "REQUEST_TIME" }
  | { fieldPath: string; increment: { integerValue: string } };

type Fields = { readonly [name: string]: Storable };

const serverTime = (fieldPath: string): Transform => ({ fieldPath, setToServerValue: "REQUEST_TIME" });

/** Creates a document, never over another; `times` name the fields that get the server's time. */
export function create(path: string, fields: RestFields, times: readonly string[]): Write {
  return {
    update: { name: documentName(path), fields },
    updateTransforms: times.map(serverTime),
    currentDocument: { exists: false },
  };
}

/** Changes the fields that `mask` names; `version` is the update time it was seen at, or absent when any will do. */
export function update(
  path: string,
  change: { fields: Fields; mask: readonly string[]; times: readonly string[]; version?: string },
): Write {
  return {
    update: { name: documentName(path), fields: encodeFields(change.fields) },
    updateMask: { fieldPaths: [...change.mask] },
    updateTransforms: change.times.map(serverTime),
    currentDocument: change.version === undefined ? { exists: true } : { updateTime: change.version },
  };
}

/** Adds to the `count` of a counter, which is made when there is none; `expireAt` is when it may be thrown away. */
export function countUp(path: string, by: number, expireAt: Date): Write {
  return {
    update: { name: documentName(path), fields: encodeFields({ expireAt }) },
    updateMask: { fieldPaths: ["expireAt"] },
    updateTransforms: [{ fieldPath: "count", increment: { integerValue: String(by) } }],
  };
}

/** Deletes a document in the version seen. */
export function remove(path: string, version: string): Write {
  return { delete: documentName(path), currentDocument: { updateTime: version } };
}

/** What the rules demand beside every write of a report: the board moves on by one and names it (design section 4). */
export function boardMovesOn(issueId: string): Write {
  return {
    update: { name: documentName("boards/main"), fields: encodeFields({ issueId }) },
    updateMask: { fieldPaths: ["issueId"] },
    updateTransforms: [{ fieldPath: "revision", increment: { integerValue: "1" } }, serverTime("changedAt")],
  };
}
