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

const increment = (fieldPath: string, by: number): Transform => ({
  fieldPath,
  increment: { integerValue: String(by) },
});

/** Changes the fields in `mask` and the fields of the transforms. Creates the document if it does not exist. */
const mergeDocument = (path: string, fields: Fields, mask: readonly string[], transforms: Transform[] = []): Write => ({
  update: { name: documentName(path), fields: encodeFields(fields) },
  updateMask: { fieldPaths: [...mask] },
  updateTransforms: transforms,
});

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
  const { fields, mask, serverTimes, updateTime } = change;
  return {
    ...mergeDocument(path, fields, mask, serverTimes.map(serverTime)),
    currentDocument: updateTime === undefined ? { exists: true } : { updateTime },
  };
}

/** Adds `by` to a report's number of votes; fails if the report does not exist. */
export function countVote(issueId: string, by: 1 | -1): Write {
  return {
    ...mergeDocument(`issues/${issueId}`, {}, [], [increment("votes", by), serverTime("votedAt")]),
    currentDocument: { exists: true },
  };
}

/** Adds a vote to a member's ballot, or removes the vote. */
export function markBallot(uid: string, issueId: string, voted: boolean): Write {
  const vote = `votes.\`${issueId}\``;
  const fields = { lastVote: issueId };
  return voted
    ? mergeDocument(`ballots/${uid}`, fields, ["lastVote"], [serverTime(vote)])
    : mergeDocument(`ballots/${uid}`, fields, ["lastVote", vote]);
}

/** Sets how a member follows a report from now on. Forgets how they follow the report `replacedId`. */
export function setFollowMode(uid: string, issueId: string, mode: string, replacedId?: string): Write {
  const report = `reports.\`${issueId}\``;
  const fields = { reports: { [issueId]: { mode } } };
  const mask = [`${report}.mode`, ...(replacedId === undefined ? [] : [`reports.\`${replacedId}\``])];
  return mergeDocument(`follows/${uid}`, fields, mask, [serverTime(`${report}.since`)]);
}

/** Removes a report from a member's follows. */
export const removeFollow = (uid: string, issueId: string): Write =>
  mergeDocument(`follows/${uid}`, { reports: {} }, [`reports.\`${issueId}\``]);

/** Sets until when a member has seen the news of a report. */
export const setSeen = (uid: string, issueId: string, until: Date): Write =>
  mergeDocument(`follows/${uid}`, { seen: { [issueId]: until } }, [`seen.\`${issueId}\``]);

/** Sets until when a member has seen the news of all reports. */
export const setSeenAll = (uid: string, until: Date): Write =>
  mergeDocument(`follows/${uid}`, { seenAt: until, seen: {} }, ["seenAt", "seen"]);

/** Replaces the times until which a member has seen the news of reports. */
export const replaceSeen = (uid: string, seen: { readonly [issueId: string]: Date }): Write =>
  mergeDocument(`follows/${uid}`, { seen }, ["seen"]);

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

/** Adds `by` to the `count` of a counter; Firestore may delete the counter after `expireAt`. */
export const incrementCounter = (path: string, by: number, expireAt: Date): Write =>
  mergeDocument(path, { expireAt }, ["expireAt"], [increment("count", by)]);

/**
 * Increments the board's revision and names the report. The rules require this write in every commit that writes a
 * report, with the next `number` if the report is new.
 */
export function moveBoard(issueId: string, number?: number): Write {
  const fields = { issueId, ...(number !== undefined && { lastNumber: number }) };
  return mergeDocument("boards/main", fields, Object.keys(fields), [increment("revision", 1), serverTime("changedAt")]);
}
