import { FORMER_MEMBER, isRecord } from "@logbook/domain";
import { hasMark } from "../board/asked.ts";
import { board, readCurrentHead } from "../board/process-board.ts";
import { reportsNaming } from "../board/reports-naming.ts";
import { commitWrites, orThrow, queryDocuments, readDocuments, type StoredDocument } from "../firestore/documents.ts";
import { documentName } from "../firestore/rest.ts";
import type { StoredData } from "../firestore/stored-report.ts";
import { encodeValue, type Storable } from "../firestore/values.ts";
import { type FieldsChange, moveBoardBy, updateDocument, updateUnchanged, type Write } from "../firestore/writes.ts";
import { repeatUntilCommitted } from "./repeat-until-committed.ts";

// A document has at most 1 MiB.
const REPORTS_PER_COMMIT = 20;
const DOCUMENTS_PER_COMMIT = 300;

/**
 * Puts another name into all reports, events and entries that have that of a former member, and removes their sightings and
 * answers. See `finishDeparture`.
 */
export async function removeNames(uid: string, username: string, deadline: number): Promise<void> {
  // The trash comes second: a report that is deleted meanwhile is found there. One that is restored meanwhile takes the
  // changed entry along, because a restore commits only an entry that is as it was read.
  await renameReports(uid, username, deadline);
  await renameTrash(uid, username, deadline);
  await renameEvents(uid, username, deadline);
  await renameField("changelog", "byName", equals("byId", uid), deadline);
}

async function renameReports(uid: string, username: string, deadline: number): Promise<void> {
  const reports = await board.reportsAt(await readCurrentHead());
  const marked = reports.all.filter(({ sightings, fixAnswers }) => hasMark(sightings, uid) || hasMark(fixAnswers, uid));
  const entries = new Set([...reportsNaming(reports, username), ...marked]);
  const ids = [...entries].map(({ id }) => id);
  for (let start = 0; start < ids.length; start += REPORTS_PER_COMMIT) {
    const paths = ids.slice(start, start + REPORTS_PER_COMMIT).map((id) => `issues/${id}`);
    await repeatUntilCommitted(async () => {
      const { documents } = orThrow(await readDocuments(paths));
      const changes = changesOf(documents, (data) => renaming(data, uid, username, ""));
      const [first, ...others] = changes.map(({ document }) => document.id);
      if (first === undefined) return "done";
      const writes = changes.map(({ document: { id, updateTime }, change }) =>
        // `votedAt` tells the instances to read the report anew; `updatedAt` would sort it as changed.
        updateUnchanged(`issues/${id}`, { ...change, serverTimes: ["votedAt"] }, updateTime),
      );
      return await commitWrites([...writes, moveBoardBy([first, ...others])]);
    }, deadline);
  }
}

async function renameTrash(uid: string, username: string, deadline: number): Promise<void> {
  let lastName: string | null = null;
  for (;;) {
    const after: string | null = lastName;
    let documents: StoredDocument[] = [];
    await repeatUntilCommitted(async () => {
      documents = await readPage("trash", REPORTS_PER_COMMIT, after);
      const changes = changesOf(documents, ({ issue }) =>
        renaming((issue ?? {}) as StoredData, uid, username, "issue."),
      );
      if (changes.length === 0) return "done";
      const writes = changes.map(({ document: { id, updateTime }, change }) =>
        updateUnchanged(`trash/${id}`, change, updateTime),
      );
      return await commitWrites(writes);
    }, deadline);
    if (documents.length < REPORTS_PER_COMMIT) return;
    lastName = documents.at(-1)!.id;
  }
}

/** Reads documents of a collection in the order of their ids, those after the id `after`. */
async function readPage(collectionId: string, limit: number, after: string | null, where?: object) {
  const outcome = await queryDocuments({
    from: [{ collectionId }],
    ...(where !== undefined && { where }),
    orderBy: [{ field: { fieldPath: "__name__" }, direction: "ASCENDING" }],
    ...(after !== null && {
      startAt: { values: [{ referenceValue: documentName(`${collectionId}/${after}`) }], before: false },
    }),
    limit,
  });
  return orThrow(outcome).documents;
}

function changesOf(
  documents: readonly (StoredDocument | null)[],
  changeOf: (data: StoredData) => FieldsChange | null,
): { document: StoredDocument; change: FieldsChange }[] {
  return documents.flatMap((document) => {
    const change = document && changeOf(document.data);
    return change === null ? [] : { document: document!, change };
  });
}

/**
 * The change that takes a member's name, sighting and answer out of a report: `null` if it has none. `prefix` is the path of the report in
 * its document. Fields of nobody else are written, so what others change meanwhile stays.
 */
export function renaming(data: StoredData, uid: string, username: string, prefix: "" | "issue."): FieldsChange | null {
  // An imported text has only a name.
  const isTheirs = (ownerId: unknown, name: unknown): boolean =>
    typeof ownerId === "string" ? ownerId === uid && name !== FORMER_MEMBER : name === username;
  const fields: Record<string, Storable> = {};
  const mask: string[] = [];
  if (isTheirs(data.reporterId, data.reporter)) {
    fields.reporter = FORMER_MEMBER;
    mask.push("reporter");
  }
  if (data.assigneeId === uid) mask.push("assignee", "assigneeId");
  for (const name of ["sightings", "fixAnswers"]) {
    const marks = data[name];
    if (isRecord(marks) && Object.hasOwn(marks, uid)) mask.push(`${name}.\`${uid}\``);
  }
  const amendments: Record<string, Storable> = {};
  for (const [id, amendment] of isRecord(data.amendments) ? Object.entries(data.amendments) : []) {
    if (!isRecord(amendment) || !isTheirs(amendment.createdById, amendment.createdBy)) continue;
    amendments[id] = { createdBy: FORMER_MEMBER };
    mask.push(`amendments.\`${id}\`.createdBy`);
  }
  if (Object.keys(amendments).length > 0) fields.amendments = amendments;
  if (mask.length === 0) return null;
  return {
    fields: prefix === "" ? fields : { issue: fields },
    mask: mask.map((path) => prefix + path),
    serverTimes: [],
  };
}

const equals = (fieldPath: string, value: string) => ({
  fieldFilter: { field: { fieldPath }, op: "EQUAL", value: encodeValue(value) },
});

/** Changes the name in the events by the member, and in those that say who had or got a report. */
async function renameEvents(uid: string, username: string, deadline: number): Promise<void> {
  const assigned = (field: "from" | "to") => ({
    compositeFilter: { op: "AND", filters: [equals("kind", "assigned"), equals(field, username)] },
  });
  await renameField("history", "byName", equals("by", uid), deadline);
  for (const field of ["from", "to"] as const) await renameField("history", field, assigned(field), deadline);
}

type NameField = "byName" | "from" | "to";

/** Changes the name in a field of the documents that `where` finds. */
async function renameField(
  collectionId: "history" | "changelog",
  field: NameField,
  where: object,
  deadline: number,
): Promise<void> {
  let lastName: string | null = null;
  for (;;) {
    const after: string | null = lastName;
    let documents: StoredDocument[] = [];
    await repeatUntilCommitted(async () => {
      documents = await readPage(collectionId, DOCUMENTS_PER_COMMIT, after, where);
      const named = documents.filter(({ data }) => data[field] !== FORMER_MEMBER);
      if (named.length === 0) return "done";
      return await commitWrites(named.map(({ id }) => renameDocument(`${collectionId}/${id}`, field)));
    }, deadline);
    if (documents.length < DOCUMENTS_PER_COMMIT) return;
    lastName = documents.at(-1)!.id;
  }
}

const renameDocument = (path: string, field: NameField): Write => ({
  ...updateDocument(path, { fields: { [field]: FORMER_MEMBER }, mask: [field], serverTimes: [] }),
  // A purge may have deleted it meanwhile.
  currentDocument: { exists: true },
});
