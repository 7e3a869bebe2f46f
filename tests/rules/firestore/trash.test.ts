import { collection, deleteDoc, doc, getDoc, getDocs, limit, query, setDoc, updateDoc } from "firebase/firestore";
import { describe, test } from "vitest";
import { type Actor, ADMINS, IDENTITIES, MEMBERS, NOBODY, otherMember } from "../shared/actors.ts";
import {
  boardWrite,
  commit,
  type Fields,
  fileIssue,
  fromNow,
  inThirtyDays,
  newId,
  OTHER_TIMES,
  remove,
  storedAmendment,
  trashEntry,
} from "../shared/builders.ts";
import { type Attack, describeAccess, describeAttacks, type RulesChange } from "./expectations.ts";
import { useFixtures } from "./fixtures.ts";
import { seedBoard, seedIssue, seedTrash } from "./seeds.ts";

const { admin, member } = IDENTITIES;
const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;

describeAccess("trash", [
  {
    operation: "get a trash entry",
    allowed: ADMINS,
    run: async (fixtures, actor) => getDoc(doc(fixtures.as(actor), "trash", (await seedTrash(fixtures)).id)),
  },
  {
    operation: "list the trash",
    allowed: ADMINS,
    run: async (fixtures, actor) => {
      await seedTrash(fixtures);
      return getDocs(collection(fixtures.as(actor), "trash"));
    },
  },
  {
    operation: "list one trash entry",
    allowed: ADMINS,
    run: async (fixtures, actor) => {
      await seedTrash(fixtures);
      return getDocs(query(collection(fixtures.as(actor), "trash"), limit(1)));
    },
  },
  {
    operation: "put a copy of a report into the trash",
    allowed: NOBODY,
    run: async (fixtures, actor) => {
      const { id, fields } = await seedIssue(fixtures);
      return setDoc(doc(fixtures.as(actor), "trash", id), trashEntry(IDENTITIES[actor], fields));
    },
  },
  {
    operation: "postpone the purge of a trash entry",
    allowed: NOBODY,
    run: async (fixtures, actor) =>
      updateDoc(doc(fixtures.as(actor), "trash", (await seedTrash(fixtures)).id), { purgeAt: inThirtyDays() }),
  },
  {
    operation: "purge a trash entry",
    allowed: NOBODY,
    run: async (fixtures, actor) => deleteDoc(doc(fixtures.as(actor), "trash", (await seedTrash(fixtures)).id)),
  },
]);

const ADMIN_DELETES: RulesChange = {
  find: "allow delete: if isAdmin() && boardMovesOn(id)",
  replace: "allow delete: if boardMovesOn(id)",
};
const ADMIN_FILLS: RulesChange = {
  find: "allow create: if isAdmin() && !existsAfter(issuePath(id))",
  replace: "allow create: if !existsAfter(issuePath(id))",
};
const ADMIN_EMPTIES: RulesChange = {
  find: "allow delete: if isAdmin() && !exists(issuePath(id))",
  replace: "allow delete: if !exists(issuePath(id))",
};
const ENTRY_COMES: RulesChange = {
  find: "boardMovesOn(id) && getAfter(trashPath(id)).data.deletedAt == request.time",
  replace: "boardMovesOn(id)",
};
const BOARD_SEES_ENTRY: RulesChange = {
  find: ": getAfter(trashPath(id)).data.deletedAt == request.time",
  replace: ": true",
};
const BOARD_MOVES: RulesChange = { find: "getAfter(boardPath()).data.revision != get(boardPath()).data.revision" };
const SAME_CONTENT: RulesChange = { find: "request.resource.data.issue == get(issuePath(id)).data" };
const DELETED_AT: RulesChange = { find: "request.resource.data.deletedAt == request.time" };
const DELETED_BY: RulesChange = { find: "request.resource.data.deletedBy == uid()" };
const PURGE_AT: RulesChange = { find: "inThirtyDays(request.resource.data.purgeAt)" };

/** Every member tries the attack; once the condition is removed, only the admin succeeds. */
const AS_ALL_MEMBERS = { as: MEMBERS, allowedWithout: ADMINS } as const;

/** A deletion with other values in these fields of its trash entry; it is refused even to an admin. */
const refusedEntry = (name: string, overrides: (actor: Actor) => Fields, without: Attack["without"]): Attack => ({
  name: `${name} is refused`,
  ...AS_ALL_MEMBERS,
  run: async (fixtures, actor) => {
    const { id, fields } = await seedIssue(fixtures);
    return commit(fixtures.as(actor), remove(IDENTITIES[actor], id, fields, overrides(actor)));
  },
  without,
});

/** A deletion with a purge date that differs from 30 days by `offMs`. */
const refusedPurge = (name: string, offMs: number): Attack =>
  refusedEntry(name, () => ({ purgeAt: inThirtyDays(offMs) }), PURGE_AT);

/** A deletion whose trash entry has another content than the deleted report. */
const refusedContent = (name: string, content: (issue: Fields) => Fields): Attack => ({
  name: `a trash entry ${name} is refused`,
  ...AS_ALL_MEMBERS,
  run: async (fixtures, actor) => {
    const { id, fields } = await seedIssue(fixtures, {
      amendments: { a1: storedAmendment(member) },
      lastAmendment: "a1",
    });
    return commit(fixtures.as(actor), remove(IDENTITIES[actor], id, content(fields)));
  },
  without: SAME_CONTENT,
});

/** The fields without this one. */
const withoutField = (fields: Fields, field: string): Fields => {
  const { [field]: _, ...rest } = fields;
  return rest;
};

describeAttacks("a report is deleted only into the trash", [
  {
    name: "a member's deletion is refused, even of their own report",
    as: ["member", "another member"],
    run: async (fixtures, actor) => {
      const { id, fields } = await seedIssue(fixtures);
      return commit(fixtures.as(actor), remove(IDENTITIES[actor], id, fields));
    },
    without: [ADMIN_DELETES, ADMIN_FILLS],
  },
  {
    name: "a deletion without a trash entry is refused",
    ...AS_ALL_MEMBERS,
    run: async (fixtures, actor) => {
      const { id } = await seedIssue(fixtures);
      return commit(fixtures.as(actor), [{ delete: `issues/${id}` }, boardWrite(id)]);
    },
    without: [ENTRY_COMES, BOARD_SEES_ENTRY],
  },
  {
    name: "a deletion with only an older trash entry is refused",
    ...AS_ALL_MEMBERS,
    run: async (fixtures, actor) => {
      const { id } = await seedIssue(fixtures);
      await seedTrash(fixtures, {}, id);
      return commit(fixtures.as(actor), [{ delete: `issues/${id}` }, boardWrite(id)]);
    },
    without: [ENTRY_COMES, BOARD_SEES_ENTRY],
  },
  {
    name: "a deletion that does not move the board is refused",
    ...AS_ALL_MEMBERS,
    run: async (fixtures, actor) => {
      const { id, fields } = await seedIssue(fixtures);
      await seedBoard(fixtures, id);
      return commit(fixtures.as(actor), remove(IDENTITIES[actor], id, fields).slice(0, 2));
    },
    without: BOARD_MOVES,
  },
]);

describeAttacks("a trash entry has the deleted report, the admin and the dates", [
  {
    name: "a trash entry of a report that is not deleted is refused",
    ...AS_ALL_MEMBERS,
    run: async (fixtures, actor) => {
      const { id, fields } = await seedIssue(fixtures);
      return commit(fixtures.as(actor), [{ set: `trash/${id}`, fields: trashEntry(IDENTITIES[actor], fields) }]);
    },
    without: { find: "isAdmin() && !existsAfter(issuePath(id))", replace: "isAdmin()" },
  },
  {
    name: "a trash entry of a report that never existed is refused",
    ...AS_ALL_MEMBERS,
    run: (fixtures, actor) => {
      const entry = trashEntry(IDENTITIES[actor], { title: "Made up" });
      return commit(fixtures.as(actor), [{ set: `trash/${newId()}`, fields: entry }]);
    },
    without: SAME_CONTENT,
  },
  {
    name: "an invented trash entry with a new report in one batch is refused",
    ...AS_ALL_MEMBERS,
    run: (fixtures, actor) => {
      const [author, id] = [IDENTITIES[actor], newId()];
      const entry = { set: `trash/${id}`, fields: trashEntry(author, { title: "Made up" }) };
      return commit(fixtures.as(actor), [...fileIssue(author, id), entry]);
    },
    without: [{ find: "isAdmin() && !existsAfter(issuePath(id))", replace: "isAdmin()" }, SAME_CONTENT],
  },
  refusedContent("with another title", (issue) => ({ ...issue, title: "Something harmless" })),
  refusedContent("with another status", (issue) => ({ ...issue, status: "CLOSED" })),
  refusedContent("whose report has an extra field", (issue) => ({ ...issue, note: "x" })),
  refusedContent("whose report has an empty amendments map", (issue) => ({ ...issue, amendments: {} })),
  ...["attachments", "amendments", "lastAmendment", "updatedBy"].map((field) =>
    refusedContent(`whose report has no ${field}`, (issue) => withoutField(issue, field)),
  ),
  {
    name: "a trash entry that replaces an older one is refused",
    ...AS_ALL_MEMBERS,
    run: async (fixtures, actor) => {
      const { id, fields } = await seedIssue(fixtures);
      await seedTrash(fixtures, {}, id);
      return commit(fixtures.as(actor), remove(IDENTITIES[actor], id, fields));
    },
    without: { find: ADMIN_EMPTIES.find, replace: `allow update: if true; ${ADMIN_EMPTIES.find}` },
  },
  refusedEntry("a trash entry with an extra field", () => ({ note: "x" }), {
    find: "['issue', 'deletedAt',",
    replace: "['note', 'issue', 'deletedAt',",
  }),
  ...OTHER_TIMES.map(([when, offMs]) =>
    refusedEntry(`a deletion dated ${when}`, () => ({ deletedAt: fromNow(offMs) }), [
      DELETED_AT,
      ENTRY_COMES,
      BOARD_SEES_ENTRY,
    ]),
  ),
  refusedEntry("a deletion in another member's name", (actor) => ({ deletedBy: otherMember(actor).uid }), DELETED_BY),
  refusedPurge("a purge date tomorrow", -29 * DAY_MS),
  refusedPurge("a purge date in 29 days", -DAY_MS),
  refusedPurge("a purge date in 31 days", DAY_MS),
  refusedPurge("a purge date five and a half minutes too early", -5.5 * MINUTE_MS),
  refusedPurge("a purge date two minutes too late", 2 * MINUTE_MS),
  refusedEntry("a purge date that is not a date", () => ({ purgeAt: "in 30 days" }), PURGE_AT),
  ...Object.entries({
    issue: SAME_CONTENT,
    deletedAt: [DELETED_AT, ENTRY_COMES, BOARD_SEES_ENTRY],
    deletedBy: DELETED_BY,
    purgeAt: PURGE_AT,
  }).map(
    ([field, without]): Attack => ({
      name: `a trash entry without ${field} is refused`,
      ...AS_ALL_MEMBERS,
      run: async (fixtures, actor) => {
        const { id, fields } = await seedIssue(fixtures);
        const entry = withoutField(trashEntry(IDENTITIES[actor], fields), field);
        return commit(fixtures.as(actor), [
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

  test("may be 4 minutes early or 30 seconds late", async () => {
    for (const off of [-4 * MINUTE_MS, 30_000]) {
      const { id, fields } = await seedIssue(fixtures());
      await commit(fixtures().as("admin"), remove(admin, id, fields, { purgeAt: inThirtyDays(off) }));
    }
  });
});
