import { deleteDoc, doc, getDoc, serverTimestamp } from "firebase/firestore";
import { describe, expect, test } from "vitest";
import { IDENTITIES } from "../shared/actors.ts";
import {
  commit,
  DAY_MS,
  deletionWrites,
  eventIdOf,
  type Fields,
  FORGED_TIMES,
  fromNow,
  inThirtyDays,
  MINUTE_MS,
  newId,
  type Overrides,
  stepWrites,
  storedReport,
  type Write,
  withoutWrites,
} from "../shared/builders.ts";
import { type Attack, describeAttacks, type RulesChange } from "./expectations.ts";
import { type RulesFixtures, type StoredReport, seed, seedBoard, seedReport, useFixtures } from "./fixtures.ts";

const { admin, member } = IDENTITIES;

// Conditions of firestore.rules, each named after what it checks. Tests replace each by `replace`, by default `true`.
const BY_ADMIN: RulesChange = { find: "return isAdmin(member) && getAfter", replace: "return getAfter" };
const HAS_ENTRY: RulesChange = {
  find: "getAfter(/databases/$(db)/documents/trash/$(id)).data.deletedAt == request.time",
};
const RECORDED: RulesChange = {
  find: "getAfter(/databases/$(db)/documents/history/$(boardAfter().event)).data == event",
};
const MOVED_NOW: RulesChange = { find: "board.changedAt == request.time" };
const REPORT_GONE: RulesChange = { find: "!existsAfter(path)" };
const SAME_REPORT: RulesChange = { find: "'issue': get(path).data", replace: "'issue': entry.issue" };
const DELETED_NOW: RulesChange = { find: "'deletedAt': request.time", replace: "'deletedAt': entry.deletedAt" };
const DELETED_BY_CALLER: RulesChange = { find: "'deletedBy': uid()", replace: "'deletedBy': entry.deletedBy" };
const PURGED_IN_30_DAYS: RulesChange = { find: "inThirtyDays(entry.purgeAt)" };

/** An admin's deletion with these differences. `change` may store other documents before. */
const refusedDeletion = (
  name: string,
  without: Attack["without"],
  overrides: Overrides | (() => Overrides),
  change: (writes: Write[], report: StoredReport, fixtures: RulesFixtures) => Write[] | Promise<Write[]> = (writes) =>
    writes,
): Attack => ({
  name: `${name} is refused`,
  run: async (fixtures) => {
    const report = await seedReport(fixtures);
    const differences = typeof overrides === "function" ? overrides() : overrides;
    const writes = deletionWrites(admin, report.id, report.fields, differences);
    return commit(fixtures.databaseAs("admin"), await change(writes, report, fixtures));
  },
  without,
});

const seedEntry = (fixtures: RulesFixtures, id: string) =>
  seed(fixtures, `trash/${id}`, {
    issue: storedReport(),
    deletedAt: fromNow(-1_000),
    deletedBy: "ada",
    purgeAt: inThirtyDays(),
  });

describeAttacks("a report is deleted by an admin, into the trash", [
  {
    name: "a member's deletion of their own report is refused",
    run: async (fixtures) => {
      const { id, fields } = await seedReport(fixtures);
      return commit(fixtures.databaseAs("member"), deletionWrites(member, id, fields));
    },
    without: BY_ADMIN,
  },
  refusedDeletion("a deletion alone", [HAS_ENTRY, RECORDED], {}, ([deletion]) => [deletion!]),
  refusedDeletion("a deletion without a trash entry", HAS_ENTRY, {}, (writes) => withoutWrites("trash", writes)),
  refusedDeletion("a deletion with only an older trash entry", HAS_ENTRY, {}, async (writes, { id }, fixtures) => {
    await seedEntry(fixtures, id);
    return withoutWrites("trash", writes);
  }),
  refusedDeletion(
    "a deletion whose event the board has named before, without a move of the board,",
    MOVED_NOW,
    {},
    async (writes, { id }, fixtures) => {
      await seedBoard(fixtures, { issueId: id, event: eventIdOf(writes) });
      return withoutWrites("boards", writes);
    },
  ),
  refusedDeletion("deletions of two reports in one commit", RECORDED, {}, async (writes, _, fixtures) => {
    const other = await seedReport(fixtures);
    return [...writes, ...deletionWrites(admin, other.id, other.fields).slice(0, 2)];
  }),
  refusedDeletion(
    "a deletion and a step of another report in one commit",
    RECORDED,
    {},
    async (writes, _, fixtures) => [
      ...writes,
      stepWrites(admin, (await seedReport(fixtures)).id, "OPEN", "IN_PROGRESS")[0]!,
    ],
  ),
  {
    name: "a restore by an admin is refused, because only the API restores",
    run: async (fixtures) => {
      const [id, eventId] = [newId(), newId()];
      await seedEntry(fixtures, id);
      const [, board] = stepWrites(admin, id, "OPEN", "OPEN", { eventId });
      return commit(fixtures.databaseAs("admin"), [
        { set: `issues/${id}`, fields: { ...storedReport(), updatedAt: serverTimestamp(), updatedBy: admin.uid } },
        { delete: `trash/${id}` },
        board!,
        { set: `history/${eventId}`, fields: { issueId: id, kind: "restored" } },
      ]);
    },
    without: [
      { find: "match /issues/{id} {", replace: "match /issues/{id} { allow create: if true;" },
      { find: "match /trash/{id} {", replace: "match /trash/{id} { allow delete: if true;" },
    ],
  },
]);

/** A deletion whose trash entry has a changed copy of the report. The event still tells of the stored one. */
const refusedCopy = (name: string, change: (report: Fields) => Fields): Attack =>
  refusedDeletion(`a trash entry whose report ${name}`, SAME_REPORT, {}, (_, { id, fields }) =>
    deletionWrites(admin, id, fields, { entry: { issue: change(fields) } }),
  );
const withoutField = ({ ...fields }: Fields, field: string): Fields => {
  delete fields[field];
  return fields;
};
const refusedPurgeDate = (name: string, purgeAt: () => unknown): Attack =>
  refusedDeletion(`a purge date ${name}`, PURGED_IN_30_DAYS, () => ({ entry: { purgeAt: purgeAt() } }));

describeAttacks("a trash entry has the deleted report, the admin who deleted it, and the right dates", [
  refusedDeletion("a trash entry of a report that is not deleted", REPORT_GONE, {}, ([, entry]) => [entry!]),
  refusedDeletion("a trash entry of a report that never existed", SAME_REPORT, {}, ([, entry]) => [
    { set: `trash/${newId()}`, fields: (entry as { fields: Fields }).fields },
  ]),
  refusedDeletion("a later purge of a report in the trash", SAME_REPORT, {}, async ([, entry], { id }, fixtures) => {
    await seedEntry(fixtures, id);
    await deleteDoc(doc(fixtures.databaseWithoutRules, "issues", id));
    return [entry!];
  }),
  refusedDeletion(
    "a trash entry that is also in another collection",
    { find: "match /trash/{id} {", replace: "match /{any}/{id} {" },
    {},
    (writes, { id }) => [...writes, { set: `notes/${id}`, fields: (writes[1] as { fields: Fields }).fields }],
  ),
  refusedCopy("has another title", (report) => ({ ...report, title: "Something harmless" })),
  refusedCopy("has another status", (report) => ({ ...report, status: "CLOSED" })),
  refusedCopy("has other amendments", (report) => ({ ...report, amendments: { a1: { text: "x" } } })),
  refusedCopy("has another update time", (report) => ({ ...report, updatedAt: fromNow(0) })),
  refusedCopy("has an extra field", (report) => ({ ...report, note: "x" })),
  ...["attachments", "amendments", "updatedBy"].map((field) =>
    refusedCopy(`has no ${field}`, (report) => withoutField(report, field)),
  ),
  refusedDeletion(
    "a trash entry with an extra field",
    { find: "'purgeAt': entry.purgeAt", replace: "'purgeAt': entry.purgeAt, 'note': entry.note" },
    { entry: { note: "x" } },
  ),
  ...FORGED_TIMES.map(([when, offsetMs]) =>
    refusedDeletion(`a trash entry dated ${when}`, [DELETED_NOW, HAS_ENTRY], () => ({
      entry: { deletedAt: fromNow(offsetMs) },
    })),
  ),
  refusedDeletion("a deletion in another's name", DELETED_BY_CALLER, { entry: { deletedBy: member.uid } }),
  refusedPurgeDate("tomorrow", () => fromNow(DAY_MS)),
  refusedPurgeDate("in 29 days", () => inThirtyDays(-DAY_MS)),
  refusedPurgeDate("in 31 days", () => inThirtyDays(DAY_MS)),
  refusedPurgeDate("5.5 minutes before 30 days from now", () => inThirtyDays(-5.5 * MINUTE_MS)),
  refusedPurgeDate("1.5 minutes after 30 days from now", () => inThirtyDays(1.5 * MINUTE_MS)),
  refusedPurgeDate("that is a text", () => "in 30 days"),
]);

const refusedEvent = (name: string, event: Fields): Attack => refusedDeletion(`an event ${name}`, RECORDED, { event });

describeAttacks("a deletion is recorded by one event, which says what happened", [
  refusedDeletion("a deletion without an event", RECORDED, {}, (writes) => withoutWrites("history", writes)),
  refusedEvent("of another report", { issueId: newId() }),
  refusedEvent("of another kind", { kind: "restored" }),
  refusedEvent("from another status", { from: "CLOSED" }),
  refusedEvent("to a status", { to: "CLOSED" }),
  refusedEvent("under another's id", { by: member.uid }),
  refusedEvent("in another's name", { byName: member.username }),
  ...FORGED_TIMES.map(([when, offsetMs]) =>
    refusedDeletion(`an event dated ${when}`, RECORDED, () => ({ event: { at: fromNow(offsetMs) } })),
  ),
  refusedEvent("with another number of the report", { report: { number: 2, title: "The map stays grey" } }),
  refusedEvent("with another title of the report", { report: { number: 1, title: "Something harmless" } }),
  refusedEvent("with more of the report", { report: { number: 1, title: "The map stays grey", status: "OPEN" } }),
  refusedEvent("with an extra field", { note: "x" }),
]);

describe("an admin's deletion is stored,", () => {
  const fixtures = useFixtures();
  const deleteAndReadTrash = async (id: string, report: Fields, overrides: Overrides = {}) => {
    await commit(fixtures().databaseAs("admin"), deletionWrites(admin, id, report, overrides));
    const { databaseWithoutRules } = fixtures();
    expect((await getDoc(doc(databaseWithoutRules, "issues", id))).exists()).toBe(false);
    return (await getDoc(doc(databaseWithoutRules, "trash", id))).data()?.issue;
  };

  test.each(["number", "title", "status"])("even if the report has no %s, as an import may have", async (field) => {
    const id = newId();
    const report = withoutField(storedReport(), field);
    await seed(fixtures(), `issues/${id}`, report);
    expect(await deleteAndReadTrash(id, report)).toEqual(report);
  });

  test("even if the report was created again by hand and an old trash entry remains, which is replaced", async () => {
    const { id, fields } = await seedReport(fixtures(), { title: "Again" });
    await seedEntry(fixtures(), id);
    expect(await deleteAndReadTrash(id, fields)).toEqual(fields);
  });

  test.each([-4.5 * MINUTE_MS, 0.5 * MINUTE_MS])(
    "even if the purge date is %d ms off, as clocks are",
    async (offsetMs) => {
      const { id, fields } = await seedReport(fixtures());
      expect(await deleteAndReadTrash(id, fields, { entry: { purgeAt: inThirtyDays(offsetMs) } })).toEqual(fields);
    },
  );
});
