import { collection, deleteDoc, doc, getDoc, getDocs, limit, query, setDoc, updateDoc } from "firebase/firestore";
import { describe, test } from "vitest";
import { type Actor, ADMINS, IDENTITIES, MEMBERS, NOBODY, otherMember } from "../shared/actors.ts";
import {
  boardWrite,
  commit,
  deletionWrites,
  type Fields,
  FORGED_TIMES,
  fromNow,
  inThirtyDays,
  newId,
  newReportWrites,
  storedAmendment,
  trashEntry,
  withoutBoardWrite,
} from "../shared/builders.ts";
import { type Attack, describeAccess, describeAttacks, type RulesChange } from "./expectations.ts";
import { useFixtures } from "./fixtures.ts";
import { seedBoard, seedReport, seedTrash } from "./seeds.ts";

const { admin, member } = IDENTITIES;
const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;

describeAccess("trash", [
  {
    operation: "get a trash entry",
    allowed: ADMINS,
    run: async (fixtures, actor) => getDoc(doc(fixtures.databaseAs(actor), "trash", (await seedTrash(fixtures)).id)),
  },
  {
    operation: "list the trash",
    allowed: ADMINS,
    run: async (fixtures, actor) => {
      await seedTrash(fixtures);
      return getDocs(collection(fixtures.databaseAs(actor), "trash"));
    },
  },
  {
    operation: "list one trash entry",
    allowed: ADMINS,
    run: async (fixtures, actor) => {
      await seedTrash(fixtures);
      return getDocs(query(collection(fixtures.databaseAs(actor), "trash"), limit(1)));
    },
  },
  {
    operation: "put a copy of a report into the trash without deleting the report",
    allowed: NOBODY,
    run: async (fixtures, actor) => {
      const { id, fields } = await seedReport(fixtures);
      return setDoc(doc(fixtures.databaseAs(actor), "trash", id), trashEntry(IDENTITIES[actor], fields));
    },
  },
  {
    operation: "postpone the purge of a trash entry",
    allowed: NOBODY,
    run: async (fixtures, actor) =>
      updateDoc(doc(fixtures.databaseAs(actor), "trash", (await seedTrash(fixtures)).id), { purgeAt: inThirtyDays() }),
  },
  {
    operation: "purge a trash entry",
    allowed: NOBODY,
    run: async (fixtures, actor) => deleteDoc(doc(fixtures.databaseAs(actor), "trash", (await seedTrash(fixtures)).id)),
  },
]);

// Conditions of firestore.rules, each named after what it checks. Tests replace each by `replace`, by default `true`.
const ADMIN_DELETES_REPORT: RulesChange = {
  find: "allow delete: if isAdmin() && isNamedByBoard(id)",
  replace: "allow delete: if isNamedByBoard(id)",
};
const ADMIN_CREATES_ENTRY: RulesChange = {
  find: "allow create: if isAdmin() && !existsAfter(issuePath(id))",
  replace: "allow create: if !existsAfter(issuePath(id))",
};
const ADMIN_DELETES_ENTRY: RulesChange = {
  find: "allow delete: if isAdmin() && !exists(issuePath(id))",
  replace: "allow delete: if !exists(issuePath(id))",
};
/** Two conditions check that the batch creates a trash entry: one in the report's rules, the next in the board's. */
const REPORT_HAS_ENTRY: RulesChange = {
  find: "isNamedByBoard(id) && getAfter(trashPath(id)).data.deletedAt == request.time",
  replace: "isNamedByBoard(id)",
};
const BOARD_SEES_ENTRY: RulesChange = {
  find: ": getAfter(trashPath(id)).data.deletedAt == request.time",
  replace: ": true",
};
const BOARD_MOVES: RulesChange = { find: "getAfter(boardPath()).data.revision != get(boardPath()).data.revision" };
const ENTRY_HAS_REPORT: RulesChange = { find: "request.resource.data.issue == get(issuePath(id)).data" };
const DELETED_NOW: RulesChange = { find: "request.resource.data.deletedAt == request.time" };
const DELETED_BY_CALLER: RulesChange = { find: "request.resource.data.deletedBy == uid()" };
const PURGED_IN_30_DAYS: RulesChange = { find: "inThirtyDays(request.resource.data.purgeAt)" };

/** Every member, admins included, tries the attack; once the condition is removed, only admins succeed. */
const AS_ALL_MEMBERS = { as: MEMBERS, allowedWithout: ADMINS } as const;

/** A deletion whose trash entry has the fields in `overrides`. It is refused to every member, admins included. */
const refusedEntry = (name: string, overrides: (actor: Actor) => Fields, without: Attack["without"]): Attack => ({
  name: `${name} is refused`,
  ...AS_ALL_MEMBERS,
  run: async (fixtures, actor) => {
    const { id, fields } = await seedReport(fixtures);
    return commit(fixtures.databaseAs(actor), deletionWrites(IDENTITIES[actor], id, fields, overrides(actor)));
  },
  without,
});

/** A deletion with a purge date that differs from 30 days by `offsetMs`. */
const refusedPurgeDate = (name: string, offsetMs: number): Attack =>
  refusedEntry(name, () => ({ purgeAt: inThirtyDays(offsetMs) }), PURGED_IN_30_DAYS);

/** A deletion whose trash entry has a changed copy of the deleted report. */
const refusedCopy = (name: string, change: (report: Fields) => Fields): Attack => ({
  name: `a trash entry ${name} is refused`,
  ...AS_ALL_MEMBERS,
  run: async (fixtures, actor) => {
    const { id, fields } = await seedReport(fixtures, {
      amendments: { a1: storedAmendment(member) },
      lastAmendment: "a1",
    });
    return commit(fixtures.databaseAs(actor), deletionWrites(IDENTITIES[actor], id, change(fields)));
  },
  without: ENTRY_HAS_REPORT,
});

const withoutField = (fields: Fields, field: string): Fields => {
  const { [field]: _, ...otherFields } = fields;
  return otherFields;
};

describeAttacks("a report is deleted only into the trash", [
  {
    name: "a member's deletion is refused, even of their own report",
    as: ["member", "another member"],
    run: async (fixtures, actor) => {
      const { id, fields } = await seedReport(fixtures);
      return commit(fixtures.databaseAs(actor), deletionWrites(IDENTITIES[actor], id, fields));
    },
    without: [ADMIN_DELETES_REPORT, ADMIN_CREATES_ENTRY],
  },
  {
    name: "a deletion without a trash entry is refused",
    ...AS_ALL_MEMBERS,
    run: async (fixtures, actor) => {
      const { id } = await seedReport(fixtures);
      return commit(fixtures.databaseAs(actor), [{ delete: `issues/${id}` }, boardWrite(id)]);
    },
    without: [REPORT_HAS_ENTRY, BOARD_SEES_ENTRY],
  },
  {
    name: "a deletion with only an older trash entry is refused",
    ...AS_ALL_MEMBERS,
    run: async (fixtures, actor) => {
      const { id } = await seedReport(fixtures);
      await seedTrash(fixtures, { id });
      return commit(fixtures.databaseAs(actor), [{ delete: `issues/${id}` }, boardWrite(id)]);
    },
    without: [REPORT_HAS_ENTRY, BOARD_SEES_ENTRY],
  },
  {
    name: "a deletion that does not move the board is refused",
    ...AS_ALL_MEMBERS,
    run: async (fixtures, actor) => {
      const { id, fields } = await seedReport(fixtures);
      // The board already names the report: only the unchanged revision refuses the write.
      await seedBoard(fixtures, id);
      return commit(fixtures.databaseAs(actor), withoutBoardWrite(deletionWrites(IDENTITIES[actor], id, fields)));
    },
    without: BOARD_MOVES,
  },
]);

describeAttacks("a trash entry has the deleted report, the admin who deleted it, and the right dates", [
  {
    name: "a trash entry of a report that is not deleted is refused",
    ...AS_ALL_MEMBERS,
    run: async (fixtures, actor) => {
      const { id, fields } = await seedReport(fixtures);
      return commit(fixtures.databaseAs(actor), [
        { set: `trash/${id}`, fields: trashEntry(IDENTITIES[actor], fields) },
      ]);
    },
    without: { find: "isAdmin() && !existsAfter(issuePath(id))", replace: "isAdmin()" },
  },
  {
    name: "a trash entry of a report that never existed is refused",
    ...AS_ALL_MEMBERS,
    run: (fixtures, actor) => {
      const entry = trashEntry(IDENTITIES[actor], { title: "Made up" });
      return commit(fixtures.databaseAs(actor), [{ set: `trash/${newId()}`, fields: entry }]);
    },
    without: ENTRY_HAS_REPORT,
  },
  {
    name: "an invented trash entry in one batch with a new report of the same id is refused",
    ...AS_ALL_MEMBERS,
    run: (fixtures, actor) => {
      const [author, id] = [IDENTITIES[actor], newId()];
      const entry = { set: `trash/${id}`, fields: trashEntry(author, { title: "Made up" }) };
      return commit(fixtures.databaseAs(actor), [...newReportWrites(author, id), entry]);
    },
    without: [{ find: "isAdmin() && !existsAfter(issuePath(id))", replace: "isAdmin()" }, ENTRY_HAS_REPORT],
  },
  refusedCopy("with another title", (report) => ({ ...report, title: "Something harmless" })),
  refusedCopy("with another status", (report) => ({ ...report, status: "CLOSED" })),
  refusedCopy("whose report has an extra field", (report) => ({ ...report, note: "x" })),
  refusedCopy("whose report has an empty amendments map", (report) => ({ ...report, amendments: {} })),
  ...["attachments", "amendments", "lastAmendment", "updatedBy"].map((field) =>
    refusedCopy(`whose report has no ${field}`, (report) => withoutField(report, field)),
  ),
  {
    name: "a deletion that replaces an older trash entry is refused",
    ...AS_ALL_MEMBERS,
    run: async (fixtures, actor) => {
      const { id, fields } = await seedReport(fixtures);
      await seedTrash(fixtures, { id });
      return commit(fixtures.databaseAs(actor), deletionWrites(IDENTITIES[actor], id, fields));
    },
    // The rules have no `allow update` for the trash, so an update is refused until this change adds one.
    without: { find: ADMIN_DELETES_ENTRY.find, replace: `allow update: if true; ${ADMIN_DELETES_ENTRY.find}` },
  },
  refusedEntry("a trash entry with an extra field", () => ({ note: "x" }), {
    find: "['issue', 'deletedAt',",
    replace: "['note', 'issue', 'deletedAt',",
  }),
  ...FORGED_TIMES.map(([when, offsetMs]) =>
    refusedEntry(`a deletion dated ${when}`, () => ({ deletedAt: fromNow(offsetMs) }), [
      DELETED_NOW,
      REPORT_HAS_ENTRY,
      BOARD_SEES_ENTRY,
    ]),
  ),
  refusedEntry(
    "a deletion in another member's name",
    (actor) => ({ deletedBy: otherMember(actor).uid }),
    DELETED_BY_CALLER,
  ),
  refusedPurgeDate("a purge date tomorrow", -29 * DAY_MS),
  refusedPurgeDate("a purge date in 29 days", -DAY_MS),
  refusedPurgeDate("a purge date in 31 days", DAY_MS),
  refusedPurgeDate("a purge date 5.5 minutes before 30 days from now", -5.5 * MINUTE_MS),
  refusedPurgeDate("a purge date 2 minutes after 30 days from now", 2 * MINUTE_MS),
  refusedEntry("a purge date that is a text", () => ({ purgeAt: "in 30 days" }), PURGED_IN_30_DAYS),
  ...Object.entries({
    issue: ENTRY_HAS_REPORT,
    deletedAt: [DELETED_NOW, REPORT_HAS_ENTRY, BOARD_SEES_ENTRY],
    deletedBy: DELETED_BY_CALLER,
    purgeAt: PURGED_IN_30_DAYS,
  }).map(
    ([field, without]): Attack => ({
      name: `a trash entry without ${field} is refused`,
      ...AS_ALL_MEMBERS,
      run: async (fixtures, actor) => {
        const { id, fields } = await seedReport(fixtures);
        const entry = withoutField(trashEntry(IDENTITIES[actor], fields), field);
        return commit(fixtures.databaseAs(actor), [
          { set: `trash/${id}`, fields: entry },
          { delete: `issues/${id}` },
          boardWrite(id),
        ]);
      },
      without,
    }),
  ),
]);

describe("the purge date", () => {
  const fixtures = useFixtures();

  test("may be 4 minutes before or 30 seconds after 30 days from now, because clocks differ", async () => {
    for (const offsetMs of [-4 * MINUTE_MS, 30_000]) {
      const { id, fields } = await seedReport(fixtures());
      await commit(
        fixtures().databaseAs("admin"),
        deletionWrites(admin, id, fields, { purgeAt: inThirtyDays(offsetMs) }),
      );
    }
  });
});
