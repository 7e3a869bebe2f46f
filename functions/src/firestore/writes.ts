import { documentName } from "./rest.ts";
import { encodeFields, type RestFields, type Storable } from "./values.ts";

/** One write of a commit in Firestore's REST API. The functions below create writes, and documents.ts commits them. */
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

const setServerTime = (fieldPath: string): Transform => ({ fieldPath, setToServerValue: "REQUEST_TIME" });

const increment = (fieldPath: string, amount: number): Transform => ({
  fieldPath,
  increment: { integerValue: String(amount) },
});

/** The path of a report's entry in a map. Backticks quote the id, which may contain hyphens. */
const entryPath = (map: string, issueId: string): string => `${map}.\`${issueId}\``;

/** Sets the fields that `mask` names; deletes a named field that `fields` lacks. Creates a missing document. */
const mergeDocument = (path: string, fields: Fields, mask: readonly string[], transforms: Transform[] = []): Write => ({
  update: { name: documentName(path), fields: encodeFields(fields) },
  updateMask: { fieldPaths: [...mask] },
  updateTransforms: transforms,
});

/** Creates a document from encoded fields; fails if it exists. The fields in `serverTimes` get the server's time. */
export function createDocument(path: string, fields: RestFields, serverTimes: readonly string[]): Write {
  return {
    update: { name: documentName(path), fields },
    updateTransforms: serverTimes.map(setServerTime),
    currentDocument: { exists: false },
  };
}

/** Changes the fields in `mask`. Fails if the document does not exist, or if it has changed since `updateTime`. */
export function updateDocument(
  path: string,
  change: { fields: Fields; mask: readonly string[]; serverTimes: readonly string[]; updateTime?: string },
): Write {
  const { fields, mask, serverTimes, updateTime } = change;
  return {
    ...mergeDocument(path, fields, mask, serverTimes.map(setServerTime)),
    currentDocument: updateTime === undefined ? { exists: true } : { updateTime },
  };
}

/** Adds `amount` to a report's number of votes; fails without the report. */
export function countVote(issueId: string, amount: 1 | -1): Write {
  return {
    ...mergeDocument(`issues/${issueId}`, {}, [], [increment("votes", amount), setServerTime("votedAt")]),
    currentDocument: { exists: true },
  };
}

/** Sets whether a member's ballot has a vote for a report. `lastVote` tells the rules which vote the write changes. */
export function markBallot(uid: string, issueId: string, hasVote: boolean): Write {
  const votePath = entryPath("votes", issueId);
  const fields = { lastVote: issueId };
  return hasVote
    ? mergeDocument(`ballots/${uid}`, fields, ["lastVote"], [setServerTime(votePath)])
    : mergeDocument(`ballots/${uid}`, fields, ["lastVote", votePath]);
}

/** Sets how a member follows a report from now on. Removes the report `replacedId`, if given, from their follows. */
export function setFollowMode(uid: string, issueId: string, mode: string, replacedId?: string): Write {
  const reportPath = entryPath("reports", issueId);
  const fields = { reports: { [issueId]: { mode } } };
  const mask = [`${reportPath}.mode`, ...(replacedId === undefined ? [] : [entryPath("reports", replacedId)])];
  return mergeDocument(`follows/${uid}`, fields, mask, [setServerTime(`${reportPath}.since`)]);
}

/** Removes a report from a member's follows. */
export const removeFollow = (uid: string, issueId: string): Write =>
  mergeDocument(`follows/${uid}`, { reports: {} }, [entryPath("reports", issueId)]);

/** Stores that a member has seen the news of a report up to the time `until`. */
export const setSeen = (uid: string, issueId: string, until: Date): Write =>
  mergeDocument(`follows/${uid}`, { seen: { [issueId]: until } }, [entryPath("seen", issueId)]);

/** Stores that a member has seen the news of all reports up to `until`. Removes the times for single reports. */
export const setSeenAll = (uid: string, until: Date): Write =>
  mergeDocument(`follows/${uid}`, { seenAt: until, seen: {} }, ["seenAt", "seen"]);

/** Replaces all times up to which a member has seen the news of single reports. */
export const replaceSeen = (uid: string, seen: { readonly [issueId: string]: Date }): Write =>
  mergeDocument(`follows/${uid}`, { seen }, ["seen"]);

/** Replaces a member's saved views. */
export const setSavedViews = (uid: string, views: readonly { name: string; query: string }[]): Write => ({
  update: {
    name: documentName(`views/${uid}`),
    fields: encodeFields({ views: views.map(({ name, query }) => ({ name, query })) }),
  },
});

/** Deletes a document. Fails if it has changed since `updateTime`. */
export function deleteDocument(path: string, updateTime: string): Write {
  return { delete: documentName(path), currentDocument: { updateTime } };
}

/** Adds `amount` to the field `count` of a document, which Firestore may delete after `expireAt`. */
export const incrementCounter = (path: string, amount: number, expireAt: Date): Write =>
  mergeDocument(path, { expireAt }, ["expireAt"], [increment("count", amount)]);

/** Increments the board's revision, as the rules require of every commit that writes a report. */
export function moveBoard(issueId: string, newNumber?: number): Write {
  const fields = { issueId, ...(newNumber !== undefined && { lastNumber: newNumber }) };
  const transforms = [increment("revision", 1), setServerTime("changedAt")];
  return mergeDocument("boards/main", fields, Object.keys(fields), transforms);
}
