import { documentName } from "./rest.ts";
import { encodeFields, type RestFields, type Storable } from "./values.ts";

/** One write of a commit in Firestore's REST API. */
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

/** Creates a document; fails if it exists. The fields in `serverTimes` get the server's time. */
export function createDocument(path: string, fields: RestFields, serverTimes: readonly string[]): Write {
  return {
    update: { name: documentName(path), fields },
    updateTransforms: serverTimes.map(serverTime),
    currentDocument: { exists: false },
  };
}

/** Changes the fields in `mask`; fails if the document does not exist or, with `updateTime`, has changed since then. */
export function updateDocument(
  path: string,
  change: { fields: Fields; mask: readonly string[]; serverTimes: readonly string[]; updateTime?: string },
): Write {
  return {
    update: { name: documentName(path), fields: encodeFields(change.fields) },
    updateMask: { fieldPaths: [...change.mask] },
    updateTransforms: change.serverTimes.map(serverTime),
    currentDocument: change.updateTime === undefined ? { exists: true } : { updateTime: change.updateTime },
  };
}

/** Adds to a report's count of votes; fails if the report does not exist. */
export function countVote(issueId: string, by: 1 | -1): Write {
  return {
    update: { name: documentName(`issues/${issueId}`), fields: {} },
    updateMask: { fieldPaths: [] },
    updateTransforms: [{ fieldPath: "votes", increment: { integerValue: String(by) } }, serverTime("votedAt")],
    currentDocument: { exists: true },
  };
}

/** Adds a vote to a member's ballot, which is created if needed, or removes the vote. */
export function markBallot(uid: string, issueId: string, voted: boolean): Write {
  const vote = `votes.\`${issueId}\``;
  return {
    update: { name: documentName(`ballots/${uid}`), fields: encodeFields({ lastVote: issueId }) },
    updateMask: { fieldPaths: voted ? ["lastVote"] : ["lastVote", vote] },
    updateTransforms: voted ? [serverTime(vote)] : [],
  };
}

/** Changes fields of a member's follows, which are created if needed. */
const changeFollows = (uid: string, fields: Fields, mask: readonly string[]): Write => ({
  update: { name: documentName(`follows/${uid}`), fields: encodeFields(fields) },
  updateMask: { fieldPaths: [...mask] },
});

/** Sets how a member follows a report from now on. */
export function setFollowMode(uid: string, issueId: string, mode: string): Write {
  const report = `reports.\`${issueId}\``;
  return {
    ...changeFollows(uid, { reports: { [issueId]: { mode } } }, [`${report}.mode`]),
    updateTransforms: [serverTime(`${report}.since`)],
  };
}

/** Removes a report from a member's follows. */
export const removeFollow = (uid: string, issueId: string): Write =>
  changeFollows(uid, { reports: {} }, [`reports.\`${issueId}\``]);

/** Sets until when a member has seen the news of a report. */
export const setSeen = (uid: string, issueId: string, until: Date): Write =>
  changeFollows(uid, { seen: { [issueId]: until } }, [`seen.\`${issueId}\``]);

/** Sets until when a member has seen the news of all reports. */
export const setSeenAll = (uid: string, until: Date): Write =>
  changeFollows(uid, { seenAt: until, seen: {} }, ["seenAt", "seen"]);

/** Replaces the times until which a member has seen the news of reports. */
export const replaceSeen = (uid: string, seen: { readonly [issueId: string]: Date }): Write =>
  changeFollows(uid, { seen }, ["seen"]);

/** Replaces a member's saved views. */
export const setSavedViews = (uid: string, views: readonly { name: string; query: string }[]): Write => ({
  update: {
    name: documentName(`views/${uid}`),
    fields: encodeFields({ views: views.map(({ name, query }) => ({ name, query })) }),
  },
});

/** Deletes a document; fails if it has changed since `updateTime`. */
export function deleteDocument(path: string, updateTime: string): Write {
  return { delete: documentName(path), currentDocument: { updateTime } };
}

/** Adds to the `count` of a counter, which is created if needed; Firestore may delete it after `expireAt`. */
export function incrementCounter(path: string, by: number, expireAt: Date): Write {
  return {
    update: { name: documentName(path), fields: encodeFields({ expireAt }) },
    updateMask: { fieldPaths: ["expireAt"] },
    updateTransforms: [{ fieldPath: "count", increment: { integerValue: String(by) } }],
  };
}

/**
 * Increments the board's revision and names the report. The rules require this write in every commit that writes a
 * report, with the next `number` if the report is new.
 */
export function moveBoard(issueId: string, number?: number): Write {
  const fields = { issueId, ...(number !== undefined && { lastNumber: number }) };
  return {
    update: { name: documentName("boards/main"), fields: encodeFields(fields) },
    updateMask: { fieldPaths: Object.keys(fields) },
    updateTransforms: [{ fieldPath: "revision", increment: { integerValue: "1" } }, serverTime("changedAt")],
  };
}
