import { doc, type Firestore, increment, serverTimestamp, Timestamp, writeBatch } from "firebase/firestore";
import { IDENTITIES, type Identity } from "./actors.ts";

/** A document's fields. Overrides may have any value, because most tests try invalid ones. */
export type Fields = Record<string, unknown>;

/** One write of a commit, to the document at this path. `set` replaces the document, `update` keeps its other fields. */
export type Write = { set: string; fields: Fields } | { update: string; fields: Fields } | { delete: string };

export async function commit(db: Firestore, writes: readonly Write[]): Promise<void> {
  const batch = writeBatch(db);
  for (const write of writes) {
    if ("set" in write) batch.set(doc(db, write.set), write.fields);
    else if ("update" in write) batch.update(doc(db, write.update), write.fields);
    else batch.delete(doc(db, write.delete));
  }
  return batch.commit();
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

export const MINUTE_MS = 60_000;
export const DAY_MS = 86_400_000;

/** The time this many milliseconds from now. */
export const fromNow = (ms: number): Timestamp => Timestamp.fromMillis(Date.now() + ms);

/** Wrong times, as distances from now, that tests send where the rules require the time of the request. */
export const FORGED_TIMES: readonly [name: string, offsetMs: number][] = [
  ["a year ago", -365 * DAY_MS],
  ["1 s ago", -1_000],
  ["1 s ahead", 1_000],
];

const YESTERDAY = new Timestamp(Math.floor((Date.now() - DAY_MS) / 1000), 0);

/** The fields of a stored report that the actor `member` filed yesterday. */
export const storedReport = (overrides: Fields = {}): Fields => ({
  number: 1,
  type: "bug",
  title: "The map stays grey",
  description: "It loads, but no tile is ever drawn.",
  status: "OPEN",
  priority: "MEDIUM",
  reporterId: IDENTITIES.member.uid,
  reporter: IDENTITIES.member.username,
  attachments: [],
  amendments: {},
  createdAt: YESTERDAY,
  updatedAt: YESTERDAY,
  updatedBy: IDENTITIES.member.uid,
  ...overrides,
});

/** Other values in fields of the documents that a commit writes. */
export interface Overrides {
  report?: Fields | undefined;
  entry?: Fields | undefined;
  board?: Fields | undefined;
  event?: Fields | undefined;
  /** The id under which the event is stored; the board names it unless `board` says otherwise. */
  eventId?: string;
}

/** The write that moves the board: it raises the revision and names the written report and the event. */
export const boardWrite = (issueId: string, event: string, overrides: Fields = {}): Write => ({
  update: "boards/main",
  fields: { revision: increment(1), changedAt: serverTimestamp(), issueId, event, ...overrides },
});

/** The writes with which an admin moves a stored report to `status`: report, board and event, as the API sends them. */
export function stepWrites(
  { uid, username }: Identity,
  issueId: string,
  from: string,
  to: string,
  { report, board, event, eventId = newId() }: Overrides = {},
): Write[] {
  const stamps = { handledByAdmin: true, updatedAt: serverTimestamp(), updatedBy: uid };
  const step = { issueId, kind: "status", from, to, by: uid, byName: username, at: serverTimestamp() };
  return [
    { update: `issues/${issueId}`, fields: { status: to, ...stamps, ...report } },
    boardWrite(issueId, eventId, board),
    { set: `history/${eventId}`, fields: { ...step, ...event } },
  ];
}

/** The time 30 days and this many milliseconds from now. */
export const inThirtyDays = (offsetMs = 0): Timestamp => fromNow(30 * DAY_MS + offsetMs);

/** The writes with which an admin deletes the stored report `issue`: report, trash entry, board and event. */
export function deletionWrites(
  { uid, username }: Identity,
  issueId: string,
  issue: Fields,
  { entry, board, event, eventId = newId() }: Overrides = {},
): Write[] {
  const { number = null, title = "", status = null } = issue;
  const deletion = { issueId, kind: "deleted", from: status, to: null, report: { number, title } };
  const stamps = { by: uid, byName: username, at: serverTimestamp() };
  const trashEntry = { issue, deletedAt: serverTimestamp(), deletedBy: uid, purgeAt: inThirtyDays() };
  return [
    { delete: `issues/${issueId}` },
    { set: `trash/${issueId}`, fields: { ...trashEntry, ...entry } },
    boardWrite(issueId, eventId, board),
    { set: `history/${eventId}`, fields: { ...deletion, ...stamps, ...event } },
  ];
}

/** These writes except those to this collection. */
export const withoutWrites = (collection: string, writes: readonly Write[]): Write[] =>
  writes.filter((write) => !Object.values(write).some((path) => String(path).startsWith(`${collection}/`)));

/** The id of the event in these writes. */
export const eventIdOf = (writes: readonly Write[]): string =>
  writes.flatMap((write) => ("set" in write && /^history\/(.+)$/.exec(write.set)?.[1]) || [])[0]!;
