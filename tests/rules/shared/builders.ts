import { DETAIL_FIELDS } from "@logbook/domain";
import { doc, type Firestore, increment, serverTimestamp, Timestamp, writeBatch } from "firebase/firestore";
import { IDENTITIES, type Identity } from "./actors.ts";

/** A document's fields. Overrides may have any value, because most tests try invalid ones. */
export type Fields = Record<string, unknown>;

/** One write of a batch. `update` takes dotted field paths and needs an existing document; `set` replaces it. */
export type Write =
  | { set: string; fields: Fields }
  | { update: string; fields: Fields }
  | { merge: string; fields: Fields }
  | { delete: string };

/** A placeholder for the number that a new report has to have; `commit` replaces it. */
export const NEXT_NUMBER = Symbol("next number");

/** Commits the writes as one batch. */
export async function commit(db: Firestore, writes: readonly Write[]): Promise<void> {
  if (writes.some((write) => "fields" in write && Object.values(write.fields).includes(NEXT_NUMBER)))
    return commit(db, withNumber(writes, 1 + (await storedLastNumber(db))));
  const batch = writeBatch(db);
  for (const write of writes) {
    if ("set" in write) batch.set(doc(db, write.set), write.fields);
    else if ("update" in write) batch.update(doc(db, write.update), write.fields);
    else if ("merge" in write) batch.set(doc(db, write.merge), write.fields, { merge: true });
    else batch.delete(doc(db, write.delete));
  }
  return batch.commit();
}

function withNumber(writes: readonly Write[], number: number): Write[] {
  return writes.map((write) => {
    if (!("fields" in write)) return write;
    const entries = Object.entries(write.fields).map(([name, value]) => [name, value === NEXT_NUMBER ? number : value]);
    return { ...write, fields: Object.fromEntries(entries) as Fields };
  });
}

/** The board's last number, read without rules, because most actors may not read the board. */
async function storedLastNumber(db: Firestore): Promise<number> {
  const { projectId } = db.app.options;
  const board = `projects/${projectId}/databases/(default)/documents/boards/main`;
  const response = await fetch(`http://${process.env.FIRESTORE_EMULATOR_HOST}/v1/${board}`, {
    headers: { authorization: "Bearer owner" },
  });
  const { fields } = (await response.json()) as { fields?: { lastNumber?: { integerValue?: string } } };
  return Number(fields?.lastNumber?.integerValue ?? 0);
}

/** Every character that an id may have; these 64 characters are also the longest id. */
export const EVERY_ID_CHARACTER = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-";
/** The characters directly before or after each range of those characters. */
export const NOT_IN_IDS = [..."@[`{/:"];

/** Cases for `test.each` with the title `%s`: `$name` would cut names at 40 characters. */
export const namedCases = <T extends { name: string }>(cases: readonly T[]): [name: string, each: T][] =>
  cases.map((each) => [each.name, each]);

/** An unused id. */
export const newId = (): string => crypto.randomUUID();

const YESTERDAY = new Timestamp(Math.floor(Date.now() / 1000) - 86_400, 0);

/** Times other than now, by name; attacks with a forged time try each of them. */
export const OTHER_TIMES: readonly [name: string, offMs: number][] = [
  ["a year ago", -365 * 86_400_000],
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

/** A report stored yesterday. */
export function storedIssue(reporter: Identity, overrides: Fields = {}): Fields {
  return { ...reportFields(reporter), number: 1, createdAt: YESTERDAY, updatedAt: YESTERDAY, ...overrides };
}

/** A report as its reporter sends it. */
export function newIssue(reporter: Identity, overrides: Fields = {}): Fields {
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

export function amendment(author: Identity, overrides: Fields = {}): Fields {
  return {
    text: "Seen on a phone too.",
    createdBy: author.username,
    createdById: author.uid,
    createdAt: serverTimestamp(),
    ...overrides,
  };
}

export function storedAmendment(author: Identity, overrides: Fields = {}): Fields {
  return amendment(author, { createdAt: YESTERDAY, ...overrides });
}

const DAY_MS = 86_400_000;

/** The time 30 days and this many milliseconds from now. */
export function inThirtyDays(offMs = 0): Timestamp {
  return Timestamp.fromMillis(Date.now() + 30 * DAY_MS + offMs);
}

export function trashEntry(by: Identity, issue: Fields, overrides: Fields = {}): Fields {
  return { issue, deletedAt: serverTimestamp(), deletedBy: by.uid, purgeAt: inThirtyDays(), ...overrides };
}

/** Moves the board: raises its revision and names the report. */
export function boardWrite(issueId: string, overrides: Fields = {}): Write {
  const fields = { revision: increment(1), changedAt: serverTimestamp(), issueId, ...overrides };
  return { update: "boards/main", fields };
}

const updateStamps = (by: Identity): Fields => ({ updatedAt: serverTimestamp(), updatedBy: by.uid });

/** The field that marks a report as handled by an admin; admins have to set it, members must not. */
const handledMark = (by: Identity): Fields => (by.uid === IDENTITIES.admin.uid ? { handledByAdmin: true } : {});

/** Moves the board for a new report and counts the report. */
export function countWrite(issueId: string, overrides: Fields = {}): Write {
  return boardWrite(issueId, { lastNumber: NEXT_NUMBER, ...overrides });
}

/** Files a new report. */
export function fileIssue(by: Identity, issueId: string, overrides: Fields = {}, board: Fields = {}): Write[] {
  return [{ set: `issues/${issueId}`, fields: newIssue(by, overrides) }, countWrite(issueId, board)];
}

/** Adds one amendment; `amendmentOverrides` go into the entry, `issueOverrides` beside it. */
export function amend(
  by: Identity,
  issueId: string,
  amendmentId: string,
  amendmentOverrides: Fields = {},
  issueOverrides: Fields = {},
): Write[] {
  const entry = amendment(by, amendmentOverrides);
  const fields = {
    [`amendments.${amendmentId}`]: entry,
    lastAmendment: amendmentId,
    ...updateStamps(by),
    ...handledMark(by),
  };
  return [{ update: `issues/${issueId}`, fields: { ...fields, ...issueOverrides } }, boardWrite(issueId)];
}

/** Adds one amendment under any id, also one that a dotted field path cannot hold. */
export function amendUnderAnyId(by: Identity, issueId: string, amendmentId: string): Write[] {
  const fields = {
    amendments: { [amendmentId]: amendment(by) },
    lastAmendment: amendmentId,
    ...updateStamps(by),
    ...handledMark(by),
  };
  return [{ merge: `issues/${issueId}`, fields }, boardWrite(issueId)];
}

/** Changes texts or the priority of a report, as its reporter. */
export function edit(by: Identity, issueId: string, texts: Fields, overrides: Fields = {}): Write[] {
  const fields = { ...texts, editedAt: serverTimestamp(), ...updateStamps(by), ...overrides };
  return [{ update: `issues/${issueId}`, fields }, boardWrite(issueId)];
}

/** Changes title and priority of a report, as an admin. */
export function correct(by: Identity, issueId: string, texts: Fields, overrides: Fields = {}): Write[] {
  return edit(by, issueId, texts, { handledByAdmin: true, ...overrides });
}

/** Changes the text of an amendment; `entry` has further fields of the amendment. */
export function editAmendment(
  by: Identity,
  issueId: string,
  amendmentId: string,
  entry: Fields = {},
  overrides: Fields = {},
): Write[] {
  const changed = Object.entries({ text: "Seen on a tablet too.", editedAt: serverTimestamp(), ...entry });
  const fields = {
    ...Object.fromEntries(changed.map(([name, value]) => [`amendments.${amendmentId}.${name}`, value])),
    lastAmendment: amendmentId,
    ...updateStamps(by),
    ...handledMark(by),
    ...overrides,
  };
  return [{ update: `issues/${issueId}`, fields }, boardWrite(issueId)];
}

/** Moves a report to `status`. */
export function step(by: Identity, issueId: string, status: string, overrides: Fields = {}): Write[] {
  return [
    { update: `issues/${issueId}`, fields: { status, handledByAdmin: true, ...updateStamps(by), ...overrides } },
    boardWrite(issueId),
  ];
}

/** Moves a report to the trash; `issue` is the content of the entry. */
export function remove(by: Identity, issueId: string, issue: Fields, overrides: Fields = {}): Write[] {
  return [
    { set: `trash/${issueId}`, fields: trashEntry(by, issue, overrides) },
    { delete: `issues/${issueId}` },
    boardWrite(issueId),
  ];
}

/** Restores a report; `issue` is the content of its trash entry. */
export function restore(by: Identity, issueId: string, issue: Fields, overrides: Fields = {}): Write[] {
  return [
    { set: `issues/${issueId}`, fields: { ...issue, ...updateStamps(by), ...overrides } },
    { delete: `trash/${issueId}` },
    boardWrite(issueId),
  ];
}

/** The two writes of a vote, without the board. */
export function voteWrites(uid: string, issueId: string, issue: Fields = {}, ballot: Fields = {}): Write[] {
  return [
    { update: `issues/${issueId}`, fields: { votes: increment(1), votedAt: serverTimestamp(), ...issue } },
    {
      merge: `ballots/${uid}`,
      fields: { votes: { [issueId]: serverTimestamp() }, lastVote: issueId, ...ballot },
    },
  ];
}

/** Votes for a report. */
export function vote(uid: string, issueId: string, issue: Fields = {}, ballot: Fields = {}): Write[] {
  return [...voteWrites(uid, issueId, issue, ballot), boardWrite(issueId)];
}
