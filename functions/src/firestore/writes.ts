import type { ApiResponse } from "../http/response.ts";
import { documentName } from "./rest.ts";
import { encodeFields, encodeValue, type RestFields, type RestValue, type Storable } from "./values.ts";

/** One write of a commit in Firestore's REST API. member-call.ts adds preconditions. */
export interface Write {
  update?: { name: string; fields: RestFields };
  delete?: string;
  updateMask?: { fieldPaths: string[] };
  updateTransforms?: Transform[];
  currentDocument?: { exists: boolean } | { updateTime: string };
}
/** What a call stores, everything or nothing, and its response once that is stored at `time` (the server's clock). */
export interface Commit {
  writes: readonly Write[];
  /** The commit is made with the caller's own token, so the security rules decide. By default it bypasses them. */
  isCommittedByCaller?: true;
  respond(time: Date): ApiResponse;
}

/** The full name of the document that a write changes or deletes. */
export const targetOf = (write: Write): string => write.update?.name ?? write.delete!;

type Transform =
  | { fieldPath: string; setToServerValue: "REQUEST_TIME" }
  | { fieldPath: string; increment: { integerValue: string } }
  | { fieldPath: string; appendMissingElements: { values: RestValue[] } }
  | { fieldPath: string; removeAllFromArray: { values: RestValue[] } };

type Fields = { readonly [name: string]: Storable };

export const setServerTime = (fieldPath: string): Transform => ({ fieldPath, setToServerValue: "REQUEST_TIME" });

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

/** Stores a whole document from encoded fields. The fields in `serverTimes` get the server's time. */
export const setDocument = (path: string, fields: RestFields, serverTimes: readonly string[] = []): Write => ({
  update: { name: documentName(path), fields },
  updateTransforms: serverTimes.map(setServerTime),
});

/** The same for a document that must not exist yet. */
export const createDocument = (path: string, fields: RestFields, serverTimes: readonly string[] = []): Write => ({
  ...setDocument(path, fields, serverTimes),
  currentDocument: { exists: false },
});

/** A change of the fields in `mask`. A field in `mask` that `fields` lacks is deleted. */
export interface FieldsChange {
  fields: Fields;
  mask: readonly string[];
  /** These fields get the server's time. */
  serverTimes: readonly string[];
}

export const updateDocument = (path: string, { fields, mask, serverTimes }: FieldsChange): Write =>
  mergeDocument(path, fields, mask, serverTimes.map(setServerTime));

export const deleteDocument = (path: string): Write => ({ delete: documentName(path) });

/**
 * Changes fields of a member and removes others. The member must exist and, with `updateTime`, be as they were at that
 * time.
 */
export const updateMember = (
  uid: string,
  fields: Fields,
  updateTime?: string,
  removed: readonly string[] = [],
): Write => ({
  ...mergeDocument(`members/${uid}`, fields, [...Object.keys(fields), ...removed]),
  currentDocument: updateTime === undefined ? { exists: true } : { updateTime },
});

/**
 * Adds a member's vote to a report, or takes it back. `voters` are those that the report's document has, if it has any
 * (reports/close-report.ts). The commit must require that this is still so: the report must be unchanged.
 */
export function countVote(issueId: string, uid: string, amount: 1 | -1, voters: readonly string[] | null): Write {
  const values = { values: [encodeValue(uid)] };
  const voterTransform: Transform =
    amount === 1
      ? { fieldPath: "voters", appendMissingElements: values }
      : { fieldPath: "voters", removeAllFromArray: values };
  const transforms = [increment("votes", amount), setServerTime("votedAt")];
  return mergeDocument(`issues/${issueId}`, {}, [], voters === null ? transforms : [...transforms, voterTransform]);
}

/** Adds a member's sighting to a report, in the domain's words, or with `null` takes it back. */
export function markSighting(issueId: string, uid: string, on: string | null): Write {
  const path = `sightings.\`${uid}\``;
  const fields = { sightings: on === null ? {} : { [uid]: { on } } };
  // `votedAt` lets the instances find the change; `updatedAt` would sort the report as changed.
  const times = on === null ? ["votedAt"] : [`${path}.at`, "votedAt"];
  return mergeDocument(`issues/${issueId}`, fields, [path], times.map(setServerTime));
}

/** Changes nothing. With a precondition, the whole commit fails if the document has changed. */
export const checkDocument = (path: string): Write => mergeDocument(path, {}, []);

/** Takes a member's vote from a report in the trash, which must be as it was read. `voters` as in `countVote`. */
export function countVoteInTrash(
  issueId: string,
  uid: string,
  updateTime: string,
  voters: readonly string[] | null,
): Write {
  const removal: Transform = { fieldPath: "issue.voters", removeAllFromArray: { values: [encodeValue(uid)] } };
  const transforms = [increment("issue.votes", -1), ...(voters === null ? [] : [removal])];
  return { ...mergeDocument(`trash/${issueId}`, {}, [], transforms), currentDocument: { updateTime } };
}

/** Removes the votes for some reports from a ballot, which must be as it was read. */
export const removeVotes = (uid: string, issueIds: readonly string[], updateTime: string): Write => ({
  ...mergeDocument(
    `ballots/${uid}`,
    { votes: {} },
    issueIds.map((id) => entryPath("votes", id)),
  ),
  currentDocument: { updateTime },
});

/** Changes fields of a document, which must be as it was read. */
export const updateUnchanged = (path: string, change: FieldsChange, updateTime: string): Write => ({
  ...updateDocument(path, change),
  currentDocument: { updateTime },
});

/** Sets whether a member's ballot has a vote for a report. */
export function markBallot(uid: string, issueId: string, hasVote: boolean): Write {
  const votePath = entryPath("votes", issueId);
  return hasVote
    ? mergeDocument(`ballots/${uid}`, {}, [], [setServerTime(votePath)])
    : mergeDocument(`ballots/${uid}`, { votes: {} }, [votePath]);
}

/**
 * Sets how a member follows a report: from now on or, with `keepsSince`, since the stored time. Removes the report
 * `replacedId`, if given, from their follows.
 */
export function setFollowMode(
  uid: string,
  issueId: string,
  mode: string,
  { replacedId, keepsSince = false }: { replacedId?: string | undefined; keepsSince?: boolean } = {},
): Write {
  const reportPath = entryPath("reports", issueId);
  const fields = { reports: { [issueId]: { mode } } };
  const mask = [`${reportPath}.mode`, ...(replacedId === undefined ? [] : [entryPath("reports", replacedId)])];
  return mergeDocument(`follows/${uid}`, fields, mask, keepsSince ? [] : [setServerTime(`${reportPath}.since`)]);
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

/** Stores that a member has seen the entries of What's new up to `until`. */
export const setEntriesSeen = (uid: string, until: Date): Write =>
  mergeDocument(`follows/${uid}`, { entriesSeenAt: until }, ["entriesSeenAt"]);

/** Replaces a member's saved views. */
export const setSavedViews = (uid: string, views: readonly { name: string; query: string }[]): Write => ({
  update: {
    name: documentName(`views/${uid}`),
    fields: encodeFields({ views: views.map(({ name, query }) => ({ name, query })) }),
  },
});

/** Adds `amount` to the field `count` of a document, which Firestore may delete after `expireAt`. */
export const incrementCounter = (path: string, amount: number, expireAt: Date): Write =>
  mergeDocument(path, { expireAt }, ["expireAt"], [increment("count", amount)]);

/** Other fields of the board that a commit changes: a new report's number, the ids of the pinned reports. */
export interface BoardFields {
  lastNumber?: number;
  pinned?: readonly string[];
}

/**
 * Moves the board with the write of a report, or `""` for a move that is about no report. `eventId` is the id of the event that the same commit records, if any;
 * the rules look for it there.
 */
export function moveBoard(issueId: string, eventId?: string, otherFields: BoardFields = {}): Write {
  const fields = { issueId, ...(eventId !== undefined && { event: eventId }), ...otherFields };
  const transforms = [increment("revision", 1), setServerTime("changedAt")];
  return mergeDocument("boards/main", fields, Object.keys(fields), transforms);
}

/**
 * Moves the board with the write of several reports, by as many revisions: an instance that knows only the last move
 * asks for everything that was written since, by `updatedAt` and `votedAt`.
 */
export const moveBoardBy = (issueIds: readonly [string, ...string[]]): Write => {
  const fields = { issueId: issueIds.at(-1)! };
  return mergeDocument(
    "boards/main",
    fields,
    ["issueId"],
    [increment("revision", issueIds.length), setServerTime("changedAt")],
  );
};
