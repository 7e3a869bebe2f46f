import { collection, deleteDoc, doc, getDoc, getDocs, limit, query, setDoc, updateDoc } from "firebase/firestore";
import { describe, test } from "vitest";
import { ADMINS, MEMBERS, NOBODY, PEOPLE, type Person, someoneElse } from "../shared/actors.ts";
import {
  bump,
  commit,
  type Fields,
  fileIssue,
  inThirtyDays,
  newId,
  OTHER_TIMES,
  offNow,
  remove,
  storedAmendment,
  trashEntry,
} from "../shared/builders.ts";
import { type Attack, describeAccess, describeAttacks, type Edit } from "./expectations.ts";
import { useFixtures } from "./fixtures.ts";
import { seedBoard, seedIssue, seedTrash } from "./seeds.ts";

const { admin, member } = PEOPLE;
const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;

describeAccess("trash", [
  {
    says: "get a trash entry",
    allowed: ADMINS,
    run: async (fixtures, person) => getDoc(doc(fixtures.as(person), "trash", (await seedTrash(fixtures)).id)),
  },
  {
    says: "list the trash",
    allowed: ADMINS,
    run: async (fixtures, person) => {
      await seedTrash(fixtures);
      return getDocs(collection(fixtures.as(person), "trash"));
    },
  },
  {
    says: "list one trash entry",
    allowed: ADMINS,
    run: async (fixtures, person) => {
      await seedTrash(fixtures);
      return getDocs(query(collection(fixtures.as(person), "trash"), limit(1)));
    },
  },
  {
    says: "put a copy of a report into the trash",
    allowed: NOBODY,
    run: async (fixtures, person) => {
      const { id, fields } = await seedIssue(fixtures);
      return setDoc(doc(fixtures.as(person), "trash", id), trashEntry(PEOPLE[person], fields));
    },
  },
  {
    says: "put off the purge of a trash entry",
    allowed: NOBODY,
    run: async (fixtures, person) =>
      updateDoc(doc(fixtures.as(person), "trash", (await seedTrash(fixtures)).id), { purgeAt: inThirtyDays() }),
  },
  {
    says: "purge a trash entry",
    allowed: NOBODY,
    run: async (fixtures, person) => deleteDoc(doc(fixtures.as(person), "trash", (await seedTrash(fixtures)).id)),
  },
]);

const ADMIN_DELETES: Edit = {
  out: "allow delete: if isAdmin() && boardMovesOn(id)",
  in: "allow delete: if boardMovesOn(id)",
};
const ADMIN_FILLS: Edit = {
  out: "allow create: if isAdmin() && !existsAfter(issuePath(id))",
  in: "allow create: if !existsAfter(issuePath(id))",
};
const ADMIN_EMPTIES: Edit = {
  out: "allow delete: if isAdmin() && !exists(issuePath(id))",
  in: "allow delete: if !exists(issuePath(id))",
};
const ENTRY_COMES: Edit = {
  out: "boardMovesOn(id) && getAfter(trashPath(id)).data.deletedAt == request.time",
  in: "boardMovesOn(id)",
};
const BOARD_SEES_ENTRY: Edit = { out: ": getAfter(trashPath(id)).data.deletedAt == request.time", in: ": true" };
const BOARD_MOVES: Edit = { out: "getAfter(boardPath()).data.revision != get(boardPath()).data.revision" };
const SAME_CONTENT: Edit = { out: "request.resource.data.issue == get(issuePath(id)).data" };
const DELETED_AT: Edit = { out: "request.resource.data.deletedAt == request.time" };
const DELETED_BY: Edit = { out: "request.resource.data.deletedBy == uid()" };
const PURGE_AT: Edit = { out: "inThirtyDays(request.resource.data.purgeAt)" };

/** Tried as every member; the admin is kept out by one thing alone. */
const TRIED = { as: MEMBERS, keptOut: ADMINS } as const;

/** A deletion with a trash entry that differs in these fields, tried as everyone: not even an admin's is taken. */
const refusedEntry = (name: string, overrides: (person: Person) => Fields, without: Attack["without"]): Attack => ({
  name: `${name} is refused`,
  ...TRIED,
  run: async (fixtures, person) => {
    const { id, fields } = await seedIssue(fixtures);
    return commit(fixtures.as(person), remove(PEOPLE[person], id, fields, overrides(person)));
  },
  without,
});

/** A deletion of a report that is to be purged this many milliseconds off 30 days from then. */
const refusedPurge = (name: string, offMs: number): Attack =>
  refusedEntry(name, () => ({ purgeAt: inThirtyDays(offMs) }), PURGE_AT);

/** A deletion with another report in its trash entry than the one that is deleted. */
const refusedContent = (name: string, content: (issue: Fields) => Fields): Attack => ({
  name: `a trash entry ${name} is refused`,
  ...TRIED,
  run: async (fixtures, person) => {
    const { id, fields } = await seedIssue(fixtures, {
      amendments: { a1: storedAmendment(member) },
      lastAmendment: "a1",
    });
    return commit(fixtures.as(person), remove(PEOPLE[person], id, content(fields)));
  },
  without: SAME_CONTENT,
});

/** Fields without one of them. */
const lacking = (fields: Fields, field: string): Fields => {
  const { [field]: _, ...rest } = fields;
  return rest;
};

describeAttacks("a report leaves only by way of the trash", [
  {
    name: "a member's delete is refused, even of their own report",
    as: ["member", "another member"],
    run: async (fixtures, person) => {
      const { id, fields } = await seedIssue(fixtures);
      return commit(fixtures.as(person), remove(PEOPLE[person], id, fields));
    },
    without: [ADMIN_DELETES, ADMIN_FILLS],
  },
  {
    name: "a delete without a trash entry is refused",
    ...TRIED,
    run: async (fixtures, person) => {
      const { id } = await seedIssue(fixtures);
      return commit(fixtures.as(person), [{ delete: `issues/${id}` }, bump(id)]);
    },
    without: [ENTRY_COMES, BOARD_SEES_ENTRY],
  },
  {
    name: "a delete that leans on an older trash entry is refused",
    ...TRIED,
    run: async (fixtures, person) => {
      const { id } = await seedIssue(fixtures);
      await seedTrash(fixtures, {}, id);
      return commit(fixtures.as(person), [{ delete: `issues/${id}` }, bump(id)]);
    },
    without: [ENTRY_COMES, BOARD_SEES_ENTRY],
  },
  {
    name: "a delete that leaves the board as it is is refused",
    ...TRIED,
    run: async (fixtures, person) => {
      const { id, fields } = await seedIssue(fixtures);
      await seedBoard(fixtures, id);
      return commit(fixtures.as(person), remove(PEOPLE[person], id, fields).slice(0, 2));
    },
    without: BOARD_MOVES,
  },
]);

describeAttacks("a trash entry is what was deleted", [
  {
    name: "a trash entry of a report that stays is refused",
    ...TRIED,
    run: async (fixtures, person) => {
      const { id, fields } = await seedIssue(fixtures);
      return commit(fixtures.as(person), [{ set: `trash/${id}`, fields: trashEntry(PEOPLE[person], fields) }]);
    },
    without: { out: "isAdmin() && !existsAfter(issuePath(id))", in: "isAdmin()" },
  },
  {
    name: "a trash entry of a report that never was is refused",
    ...TRIED,
    run: (fixtures, person) => {
      const entry = trashEntry(PEOPLE[person], { title: "Made up" });
      return commit(fixtures.as(person), [{ set: `trash/${newId()}`, fields: entry }]);
    },
    without: SAME_CONTENT,
  },
  {
    name: "a trash entry made up beside a new report is refused",
    ...TRIED,
    run: (fixtures, person) => {
      const [who, id] = [PEOPLE[person], newId()];
      const entry = { set: `trash/${id}`, fields: trashEntry(who, { title: "Made up" }) };
      return commit(fixtures.as(person), [...fileIssue(who, id), entry]);
    },
    without: [{ out: "isAdmin() && !existsAfter(issuePath(id))", in: "isAdmin()" }, SAME_CONTENT],
  },
  refusedContent("with another title", (issue) => ({ ...issue, title: "Something harmless" })),
  refusedContent("with another status", (issue) => ({ ...issue, status: "CLOSED" })),
  refusedContent("with a field more", (issue) => ({ ...issue, note: "x" })),
  refusedContent("whose report has no amendments", (issue) => ({ ...issue, amendments: {} })),
  ...["attachments", "amendments", "lastAmendment", "updatedBy"].map((field) =>
    refusedContent(`that leaves out ${field}`, (issue) => lacking(issue, field)),
  ),
  {
    name: "a trash entry over an older one is refused",
    ...TRIED,
    run: async (fixtures, person) => {
      const { id, fields } = await seedIssue(fixtures);
      await seedTrash(fixtures, {}, id);
      return commit(fixtures.as(person), remove(PEOPLE[person], id, fields));
    },
    without: { out: ADMIN_EMPTIES.out, in: `allow update: if true; ${ADMIN_EMPTIES.out}` },
  },
  refusedEntry("an extra field", () => ({ note: "x" }), {
    out: "['issue', 'deletedAt',",
    in: "['note', 'issue', 'deletedAt',",
  }),
  ...OTHER_TIMES.map(([when, offMs]) =>
    refusedEntry(`a deletion dated ${when}`, () => ({ deletedAt: offNow(offMs) }), [
      DELETED_AT,
      ENTRY_COMES,
      BOARD_SEES_ENTRY,
    ]),
  ),
  refusedEntry("a deletion in another's name", (person) => ({ deletedBy: someoneElse(person).uid }), DELETED_BY),
  refusedPurge("a purge tomorrow", -29 * DAY_MS),
  refusedPurge("a purge in 29 days", -DAY_MS),
  refusedPurge("a purge in 31 days", DAY_MS),
  refusedPurge("a purge five and a half minutes early", -5.5 * MINUTE_MS),
  refusedPurge("a purge two minutes late", 2 * MINUTE_MS),
  refusedEntry("a purge date that is no date", () => ({ purgeAt: "in 30 days" }), PURGE_AT),
  ...Object.entries({
    issue: SAME_CONTENT,
    deletedAt: [DELETED_AT, ENTRY_COMES, BOARD_SEES_ENTRY],
    deletedBy: DELETED_BY,
    purgeAt: PURGE_AT,
  }).map(
    ([field, without]): Attack => ({
      name: `a trash entry without ${field} is refused`,
      ...TRIED,
      run: async (fixtures, person) => {
        const { id, fields } = await seedIssue(fixtures);
        const entry = lacking(trashEntry(PEOPLE[person], fields), field);
        return commit(fixtures.as(person), [
          { set: `trash/${id}`, fields: entry },
          { delete: `issues/${id}` },
          bump(id),
        ]);
      },
      without,
    }),
  ),
]);

describe("the purge date", () => {
  const fixtures = useFixtures();

  test("may be off by as much as clocks are", async () => {
    for (const off of [-4 * MINUTE_MS, 30_000]) {
      const { id, fields } = await seedIssue(fixtures());
      await commit(fixtures().as("admin"), remove(admin, id, fields, { purgeAt: inThirtyDays(off) }));
    }
  });
});
