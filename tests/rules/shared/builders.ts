import { DETAIL_FIELDS } from "@logbook/domain";
import { doc, type Firestore, increment, serverTimestamp, Timestamp, writeBatch } from "firebase/firestore";
import { IDENTITIES, type Identity } from "./actors.ts";

/** A document's fields. Overrides may have any value, because most tests try invalid ones. */
export type Fields = Record<string, unknown>;

/**
 * One write of a batch, to the document at this path. `set` replaces the document, `merge` keeps its other fields, and
 * `update` takes dotted field paths and needs an existing document.
 */
export type Write =
  | { set: string; fields: Fields }
  | { update: string; fields: Fields }
  | { merge: string; fields: Fields }
  | { delete: string };

/** A placeholder for the number that a new report has to have; `commit` replaces it. */
export const NEXT_NUMBER = Symbol("next number");

/** Commits the writes as one batch. */
export async function commit(db: Firestore, writes: readonly Write[]): Promise<void> {
  const needsNumber = writes.some((write) => "fields" in write && Object.values(write.fields).includes(NEXT_NUMBER));
  const numberedWrites = needsNumber ? replaceNextNumber(writes, (await readLastNumber(db)) + 1) : writes;
  const batch = writeBatch(db);
  for (const write of numberedWrites) {
    if ("set" in write) batch.set(doc(db, write.set), write.fields);
    else if ("update" in write) batch.update(doc(db, write.update), write.fields);
    else if ("merge" in write) batch.set(doc(db, write.merge), write.fields, { merge: true });
    else batch.delete(doc(db, write.delete));
  }
  return batch.commit();
}

function replaceNextNumber(writes: readonly Write[], number: number): Write[] {
  return writes.map((write) => {
    if (!("fields" in write)) return write;
    const entries = Object.entries(write.fields).map(([name, value]) => [name, value === NEXT_NUMBER ? number : value]);
    return { ...write, fields: Object.fromEntries(entries) as Fields };
  });
}

/** The board's last number. The token `owner` bypasses the rules, because not every actor may read the board. */
async function readLastNumber(db: Firestore): Promise<number> {
  const { projectId } = db.app.options;
  const boardName = `projects/${projectId}/databases/(default)/documents/boards/main`;
  const response = await fetch(`http://${process.env.FIRESTORE_EMULATOR_HOST}/v1/${boardName}`, {
    headers: { authorization: "Bearer owner" },
  });
  const { fields } = (await response.json()) as { fields?: { lastNumber?: { integerValue?: string } } };
  return Number(fields?.lastNumber?.integerValue ?? 0);
}

/** Every character that an id may have: 64 characters, which is also the greatest length of an id. */
export const EVERY_ID_CHARACTER = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-";
/** The characters directly before and after the ranges `A-Z`, `a-z` and `0-9`. An id may have none of them. */
export const NOT_IN_IDS = [..."@[`{/:"];

/** Cases for `test.each` with `%s` as the title: instead of `$name` Vitest would show only 40 characters of a name. */
export const namedCases = <T extends { name: string }>(cases: readonly T[]): [name: string, testCase: T][] =>
  cases.map((testCase) => [testCase.name, testCase]);

/** An unused id. */
export const newId = (): string => crypto.randomUUID();

const DAY_MS = 86_400_000;
const YESTERDAY = new Timestamp(Math.floor((Date.now() - DAY_MS) / 1000), 0);

/** Wrong times, as distances from now, that tests send where the rules require the time of the request. */
export const FORGED_TIMES: readonly [name: string, offsetMs: number][] = [
  ["a year ago", -365 * DAY_MS],
  ["5 s ago", -5_000],
  ["1 s ago", -1_000],
  ["1 s ahead", 1_000],
];

/** The time this many milliseconds from now. */
export const fromNow = (ms: number): Timestamp => Timestamp.fromMillis(Date.now() + ms);

/** Every field of a new report except its number and times. */
function reportFields(reporter: Identity): Fields {
  return {
    type: "bug",
    title: "The map stays grey",
    description: "It loads, but no tile is ever drawn.",
    status: "OPEN",
    priority: "MEDIUM",
    reporterId: reporter.uid,
    reporter: reporter.username,
    ...Object.fromEntries(DETAIL_FIELDS.map((field) => [field, ""])),
    attachments: [],
    amendments: {},
    lastAmendment: "",
    updatedBy: reporter.uid,
  };
}

/** The fields of a stored report that was filed yesterday. */
export function storedReport(reporter: Identity, overrides: Fields = {}): Fields {
  return { ...reportFields(reporter), number: 1, createdAt: YESTERDAY, updatedAt: YESTERDAY, ...overrides };
}

/** The fields of a new report, as its reporter sends them. */
export function newReport(reporter: Identity, overrides: Fields = {}): Fields {
  return {
    ...reportFields(reporter),
    number: NEXT_NUMBER,
    createdAt: serverTimestamp(),
    updatedAt: serverTimestamp(),
    ...overrides,
  };
}

export function attachment(owner: Identity, issueId: string, overrides: Fields = {}): Fields {
  const path = `attachments/${owner.uid}/${issueId}/${newId()}`;
  return { name: "screen.jpg", size: 34_567, type: "image/jpeg", path, ...overrides };
}

/** The fields of a new amendment, as its author sends them. */
export function amendment(author: Identity, overrides: Fields = {}): Fields {
  return {
    text: "Seen on a phone too.",
    createdBy: author.username,
    createdById: author.uid,
    createdAt: serverTimestamp(),
    ...overrides,
  };
}

/** The fields of a stored amendment that was written yesterday. */
export function storedAmendment(author: Identity, overrides: Fields = {}): Fields {
  return amendment(author, { createdAt: YESTERDAY, ...overrides });
}

/** The time 30 days and this many milliseconds from now. */
export function inThirtyDays(offsetMs = 0): Timestamp {
  return Timestamp.fromMillis(Date.now() + 30 * DAY_MS + offsetMs);
}

/** The trash entry of the deleted report `issue`. */
export function trashEntry(identity: Identity, issue: Fields, overrides: Fields = {}): Fields {
  return { issue, deletedAt: serverTimestamp(), deletedBy: identity.uid, purgeAt: inThirtyDays(), ...overrides };
}

/** The write that moves the board: it raises the revision and names the changed report. */
export function boardWrite(issueId: string, overrides: Fields = {}): Write {
  const fields = { revision: increment(1), changedAt: serverTimestamp(), issueId, ...overrides };
  return { update: "boards/main", fields };
}

/** The fields that say who wrote a report last, and when. */
const updateStamps = (identity: Identity): Fields => ({ updatedAt: serverTimestamp(), updatedBy: identity.uid });

/** The field with which an admin's write marks the report as handled; members may not set it. */
const handledMark = (identity: Identity): Fields =>
  identity.uid === IDENTITIES.admin.uid ? { handledByAdmin: true } : {};

/** The write that moves the board for a new report: it also raises the last number. */
export function boardWriteForNewReport(issueId: string, overrides: Fields = {}): Write {
  return boardWrite(issueId, { lastNumber: NEXT_NUMBER, ...overrides });
}

/** The writes that file a new report. */
export function newReportWrites(identity: Identity, issueId: string, overrides: Fields = {}): Write[] {
  return [{ set: `issues/${issueId}`, fields: newReport(identity, overrides) }, boardWriteForNewReport(issueId)];
}

/** Other values in fields of an amendment, and in fields of its report. */
export interface AmendmentOverrides {
  amendment?: Fields | undefined;
  report?: Fields | undefined;
}

/** The writes that add one amendment. */
export function amendmentWrites(
  identity: Identity,
  issueId: string,
  amendmentId: string,
  overrides: AmendmentOverrides = {},
): Write[] {
  const fields = {
    [`amendments.${amendmentId}`]: amendment(identity, overrides.amendment),
    lastAmendment: amendmentId,
    ...updateStamps(identity),
    ...handledMark(identity),
    ...overrides.report,
  };
  return [{ update: `issues/${issueId}`, fields }, boardWrite(issueId)];
}

/** The writes that add one amendment, even under an id that a dotted field path cannot contain. */
export function amendmentWritesUnderAnyId(identity: Identity, issueId: string, amendmentId: string): Write[] {
  const fields = {
    amendments: { [amendmentId]: amendment(identity) },
    lastAmendment: amendmentId,
    ...updateStamps(identity),
    ...handledMark(identity),
  };
  return [{ merge: `issues/${issueId}`, fields }, boardWrite(issueId)];
}

/** The writes with which a reporter changes texts or the priority of their report. */
export function editWrites(identity: Identity, issueId: string, changes: Fields, overrides: Fields = {}): Write[] {
  const fields = { ...changes, editedAt: serverTimestamp(), ...updateStamps(identity), ...overrides };
  return [{ update: `issues/${issueId}`, fields }, boardWrite(issueId)];
}

/** The writes with which an admin changes title and priority of a report. */
export function correctionWrites(
  identity: Identity,
  issueId: string,
  changes: Fields,
  overrides: Fields = {},
): Write[] {
  return editWrites(identity, issueId, changes, { handledByAdmin: true, ...overrides });
}

/** The writes that change the text of an amendment. */
export function amendmentEditWrites(
  identity: Identity,
  issueId: string,
  amendmentId: string,
  overrides: AmendmentOverrides = {},
): Write[] {
  const changes = { text: "Seen on a tablet too.", editedAt: serverTimestamp(), ...overrides.amendment };
  const fields = {
    ...Object.fromEntries(Object.entries(changes).map(([name, value]) => [`amendments.${amendmentId}.${name}`, value])),
    lastAmendment: amendmentId,
    ...updateStamps(identity),
    ...handledMark(identity),
    ...overrides.report,
  };
  return [{ update: `issues/${issueId}`, fields }, boardWrite(issueId)];
}

/** The writes with which an admin moves a report to `status`. */
export function stepWrites(identity: Identity, issueId: string, status: string, overrides: Fields = {}): Write[] {
  return [
    { update: `issues/${issueId}`, fields: { status, handledByAdmin: true, ...updateStamps(identity), ...overrides } },
    boardWrite(issueId),
  ];
}

/** The writes that move a report to the trash; `issue` is the report in the trash entry. */
export function deletionWrites(identity: Identity, issueId: string, issue: Fields, overrides: Fields = {}): Write[] {
  return [
    { set: `trash/${issueId}`, fields: trashEntry(identity, issue, overrides) },
    { delete: `issues/${issueId}` },
    boardWrite(issueId),
  ];
}

/** The writes that restore a report; `issue` is the report in the trash entry. */
export function restoreWrites(identity: Identity, issueId: string, issue: Fields, overrides: Fields = {}): Write[] {
  return [
    { set: `issues/${issueId}`, fields: { ...issue, ...updateStamps(identity), ...overrides } },
    { delete: `trash/${issueId}` },
    boardWrite(issueId),
  ];
}

/** The write that counts one more vote for a report. */
export function voteCountWrite(issueId: string, overrides: Fields = {}): Write {
  return { update: `issues/${issueId}`, fields: { votes: increment(1), votedAt: serverTimestamp(), ...overrides } };
}

/** The fields of a ballot that change with a vote for a report. */
export function votedBallot(issueId: string, overrides: Fields = {}): Fields {
  return { votes: { [issueId]: serverTimestamp() }, lastVote: issueId, ...overrides };
}

/** The write that adds a vote to the ballot of `uid`. */
export function ballotWrite(uid: string, issueId: string, overrides: Fields = {}): Write {
  return { merge: `ballots/${uid}`, fields: votedBallot(issueId, overrides) };
}

/** The writes that vote for a report. */
export function voteWrites(
  uid: string,
  issueId: string,
  overrides: { report?: Fields; ballot?: Fields } = {},
): Write[] {
  return [voteCountWrite(issueId, overrides.report), ballotWrite(uid, issueId, overrides.ballot), boardWrite(issueId)];
}

/** These writes except the write of the board. */
export function withoutBoardWrite(writes: readonly Write[]): Write[] {
  return writes.filter((write) => !("update" in write && write.update === "boards/main"));
}
