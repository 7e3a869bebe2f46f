import { doc, getDoc, updateDoc } from "firebase/firestore";
import { describe, expect, test } from "vitest";
import { type Actor, ADMINS, IDENTITIES, MEMBERS, otherMember } from "../shared/actors.ts";
import {
  amend,
  commit,
  type Fields,
  fileIssue,
  fromNow,
  newId,
  OTHER_TIMES,
  remove,
  restore,
  storedAmendment,
} from "../shared/builders.ts";
import { type Attack, describeAttacks, type RulesChange } from "./expectations.ts";
import { useFixtures } from "./fixtures.ts";
import { seed, seedBoard, seedIssue, seedTrash } from "./seeds.ts";

const { admin, member } = IDENTITIES;

const ADMIN_RESTORES: RulesChange = { find: "? isAdmin() && isRestore(id)", replace: "? isRestore(id)" };
const ADMIN_EMPTIES: RulesChange = {
  find: "allow delete: if isAdmin() && !exists(issuePath(id))",
  replace: "allow delete: if !exists(issuePath(id))",
};
const BOARD_MOVES: RulesChange = { find: "getAfter(boardPath()).data.revision != get(boardPath()).data.revision" };
const NEVER_OVER_TRASH: RulesChange = { find: "exists(trashPath(id)) ? isAdmin()", replace: "false ? isAdmin()" };

const UNALTERED: RulesChange = {
  find: ".affectedKeys().hasOnly(['updatedAt', 'updatedBy'])",
  replace: ".affectedKeys().size() > 0",
};

describeAttacks("a deleted report's id cannot be used again", [
  {
    name: "a member's report under a deleted report's id is refused",
    run: async (fixtures) => commit(fixtures.as("member"), fileIssue(member, (await seedTrash(fixtures)).id)),
    without: NEVER_OVER_TRASH,
  },
  {
    name: "an admin's new report under a deleted report's id is refused",
    run: async (fixtures) => commit(fixtures.as("admin"), fileIssue(admin, (await seedTrash(fixtures)).id)),
    without: NEVER_OVER_TRASH,
  },
]);

/** A restore of a report with other values in these fields; it is refused even to an admin. */
const alteredRestore = (
  name: string,
  overrides: (actor: Actor) => Fields,
  without: Attack["without"] = UNALTERED,
): Attack => ({
  name: `${name} is refused`,
  as: MEMBERS,
  allowedWithout: ADMINS,
  run: async (fixtures, actor) => {
    const { id, fields } = await seedTrash(fixtures);
    return commit(fixtures.as(actor), restore(IDENTITIES[actor], id, fields, overrides(actor)));
  },
  without,
});

const NOT_DUE: RulesChange = { find: "get(trashPath(id)).data.purgeAt > request.time" };

describeAttacks("a report past its purge date can be neither restored nor purged by clients", [
  ...Object.entries({ "a year": 365 * 86_400_000, "5 s": 5_000, "1 s": 1_000 }).map(
    ([name, agoMs]): Attack => ({
      name: `an admin's restore of a report that was due to be purged ${name} ago is refused`,
      run: async (fixtures) => {
        const { id, fields } = await seedTrash(fixtures, {}, newId(), -agoMs);
        return commit(fixtures.as("admin"), restore(admin, id, fields));
      },
      without: NOT_DUE,
    }),
  ),
  {
    name: "an admin's restore of a report whose purge date is not a date is refused",
    run: async (fixtures) => {
      const { id, fields } = await seedTrash(fixtures);
      await updateDoc(doc(fixtures.stored, "trash", id), { purgeAt: "in 30 days" });
      return commit(fixtures.as("admin"), restore(admin, id, fields));
    },
    without: NOT_DUE,
  },
  {
    name: "an admin's purge of an entry past its purge date is refused",
    run: async (fixtures) => {
      const { id } = await seedTrash(fixtures, {}, newId(), -365 * 86_400_000);
      return commit(fixtures.as("admin"), [{ delete: `trash/${id}` }]);
    },
    without: { find: "&& existsAfter(issuePath(id));", replace: ";" },
  },
  {
    name: "an admin's purge of an entry past its purge date in one batch with a new report is refused",
    run: async (fixtures) => {
      const { id } = await seedTrash(fixtures, {}, newId(), -365 * 86_400_000);
      return commit(fixtures.as("admin"), [{ delete: `trash/${id}` }, ...fileIssue(admin, newId())]);
    },
    without: { find: "&& existsAfter(issuePath(id));", replace: ";" },
  },
]);

describeAttacks("a report is restored unchanged", [
  {
    name: "a member's restore is refused, even of their own report",
    as: ["member", "another member"],
    run: async (fixtures, actor) => {
      const { id, fields } = await seedTrash(fixtures);
      return commit(fixtures.as(actor), restore(IDENTITIES[actor], id, fields));
    },
    without: [ADMIN_RESTORES, ADMIN_EMPTIES],
  },
  ...Object.entries({
    title: "Another",
    status: "CLOSED",
    isAdmin: true,
    reporterId: "ada",
    lastAmendment: "a1",
    amendments: { a1: storedAmendment(member) },
  }).map(([field, value]) => alteredRestore(`a restore that changes ${field}`, () => ({ [field]: value }))),
  ...OTHER_TIMES.flatMap(([when, offMs]) => [
    alteredRestore(`a restore that changes createdAt to ${when}`, () => ({ createdAt: fromNow(offMs) })),
    alteredRestore(`a restore dated ${when}`, () => ({ updatedAt: fromNow(offMs) }), [
      { find: "request.resource.data.updatedAt == request.time" },
      {
        find: "getAfter(issuePath(id)).data.updatedAt == request.time",
      },
    ]),
  ]),
  alteredRestore("a restore in another member's name", (actor) => ({ updatedBy: otherMember(actor).uid }), {
    find: "request.resource.data.updatedBy == uid()",
  }),
  {
    name: "a restore that keeps the trash entry is refused",
    run: async (fixtures) => {
      const { id, fields } = await seedTrash(fixtures);
      const [issue, , board] = restore(admin, id, fields);
      return commit(fixtures.as("admin"), [issue!, board!]);
    },
    without: { find: "!existsAfter(trashPath(id))" },
  },
  {
    name: "a restore that does not move the board is refused",
    run: async (fixtures) => {
      const { id, fields } = await seedTrash(fixtures);
      await seedBoard(fixtures, id);
      return commit(fixtures.as("admin"), restore(admin, id, fields).slice(0, 2));
    },
    without: BOARD_MOVES,
  },
  {
    name: "deleting a trash entry without a restore is refused",
    run: async (fixtures) => commit(fixtures.as("admin"), [{ delete: `trash/${(await seedTrash(fixtures)).id}` }]),
    without: { find: "&& existsAfter(issuePath(id));", replace: ";" },
  },
  {
    name: "deleting a trash entry while a report has the same id is refused",
    run: async (fixtures) => {
      const { id } = await seedIssue(fixtures);
      await seedTrash(fixtures, {}, id);
      return commit(fixtures.as("admin"), [{ delete: `trash/${id}` }]);
    },
    without: { find: "!exists(issuePath(id))" },
  },
]);

describe("deleting and restoring", () => {
  const fixtures = useFixtures();
  const stored = async (collectionName: string, id: string): Promise<Fields | undefined> =>
    (await getDoc(doc(fixtures().stored, collectionName, id))).data();

  test("a report is moved to the trash whole and restored with everything but its stamps", async () => {
    const { id } = await seedIssue(fixtures(), {});
    await commit(fixtures().as("member"), amend(member, id, newId()));
    const before = (await stored("issues", id))!;

    await commit(fixtures().as("admin"), remove(admin, id, before));
    expect(await stored("issues", id)).toBeUndefined();
    const entry = (await stored("trash", id))!;
    expect(entry.issue).toEqual(before);

    await commit(fixtures().as("admin"), restore(admin, id, entry.issue as Fields));
    expect(await stored("trash", id)).toBeUndefined();
    const { updatedAt, updatedBy, ...after } = (await stored("issues", id))!;
    expect({ ...after, updatedAt: before.updatedAt, updatedBy: before.updatedBy }).toEqual(before);
    expect([updatedBy, updatedAt]).not.toEqual([before.updatedBy, before.updatedAt]);
  });

  test("a report can be restored until a minute before its purge date", async () => {
    const { id, fields } = await seedTrash(fixtures(), {}, newId(), 60_000);
    await commit(fixtures().as("admin"), restore(admin, id, fields));
    expect(await stored("issues", id)).toMatchObject({ title: fields.title });
  });

  test("a report with invalid fields can be deleted and restored", async () => {
    const odd = { title: 7, status: "LOST", updatedAt: "yesterday" };
    const { id } = await seed(fixtures(), "issues", odd);
    await commit(fixtures().as("admin"), remove(admin, id, odd));
    await commit(fixtures().as("admin"), restore(admin, id, odd));
    expect(await stored("issues", id)).toMatchObject({ title: 7, status: "LOST" });
  });
});
