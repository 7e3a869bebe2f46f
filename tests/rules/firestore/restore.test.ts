import { doc, getDoc, updateDoc } from "firebase/firestore";
import { describe, expect, test } from "vitest";
import { ADMINS, MEMBERS, PEOPLE, type Person, someoneElse } from "../shared/actors.ts";
import {
  amend,
  commit,
  type Fields,
  fileIssue,
  newId,
  OTHER_TIMES,
  offNow,
  remove,
  restore,
  storedAmendment,
} from "../shared/builders.ts";
import { type Attack, describeAttacks, type Edit } from "./expectations.ts";
import { useFixtures } from "./fixtures.ts";
import { seed, seedBoard, seedIssue, seedTrash } from "./seeds.ts";

const { admin, member } = PEOPLE;

const ADMIN_RESTORES: Edit = { out: "? isAdmin() && isRestore(id)", in: "? isRestore(id)" };
const ADMIN_EMPTIES: Edit = {
  out: "allow delete: if isAdmin() && !exists(issuePath(id))",
  in: "allow delete: if !exists(issuePath(id))",
};
const BOARD_MOVES: Edit = { out: "getAfter(boardPath()).data.revision != get(boardPath()).data.revision" };
const NEVER_OVER_TRASH: Edit = { out: "exists(trashPath(id)) ? isAdmin()", in: "false ? isAdmin()" };

const UNALTERED: Edit = {
  out: ".affectedKeys().hasOnly(['updatedAt', 'updatedBy'])",
  in: ".affectedKeys().size() > 0",
};

describeAttacks("a deleted report's id stays taken", [
  {
    name: "a member's report over a deleted id is refused",
    run: async (fixtures) => commit(fixtures.as("member"), fileIssue(member, (await seedTrash(fixtures)).id)),
    without: NEVER_OVER_TRASH,
  },
  {
    name: "an admin's new report over a deleted id is refused",
    run: async (fixtures) => commit(fixtures.as("admin"), fileIssue(admin, (await seedTrash(fixtures)).id)),
    without: NEVER_OVER_TRASH,
  },
]);

/** A restore of a report that differs in these fields, tried as everyone: not even an admin's is taken. */
const alteredRestore = (
  name: string,
  overrides: (person: Person) => Fields,
  without: Attack["without"] = UNALTERED,
): Attack => ({
  name: `${name} is refused`,
  as: MEMBERS,
  keptOut: ADMINS,
  run: async (fixtures, person) => {
    const { id, fields } = await seedTrash(fixtures);
    return commit(fixtures.as(person), restore(PEOPLE[person], id, fields, overrides(person)));
  },
  without,
});

const NOT_DUE: Edit = { out: "get(trashPath(id)).data.purgeAt > request.time" };

describeAttacks("a report past its purge date is gone for everyone", [
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
    name: "an admin's restore of a report whose purge date is no date is refused",
    run: async (fixtures) => {
      const { id, fields } = await seedTrash(fixtures);
      await updateDoc(doc(fixtures.stored, "trash", id), { purgeAt: "in 30 days" });
      return commit(fixtures.as("admin"), restore(admin, id, fields));
    },
    without: NOT_DUE,
  },
  {
    name: "an admin's purge of what is due is refused",
    run: async (fixtures) => {
      const { id } = await seedTrash(fixtures, {}, newId(), -365 * 86_400_000);
      return commit(fixtures.as("admin"), [{ delete: `trash/${id}` }]);
    },
    without: { out: "&& existsAfter(issuePath(id));", in: ";" },
  },
  {
    name: "an admin's purge of what is due beside another report's change is refused",
    run: async (fixtures) => {
      const { id } = await seedTrash(fixtures, {}, newId(), -365 * 86_400_000);
      return commit(fixtures.as("admin"), [{ delete: `trash/${id}` }, ...fileIssue(admin, newId())]);
    },
    without: { out: "&& existsAfter(issuePath(id));", in: ";" },
  },
]);

describeAttacks("a report comes back as it went", [
  {
    name: "a member's restore is refused, even of their own report",
    as: ["member", "another member"],
    run: async (fixtures, person) => {
      const { id, fields } = await seedTrash(fixtures);
      return commit(fixtures.as(person), restore(PEOPLE[person], id, fields));
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
    alteredRestore(`a restore as a new report of ${when}`, () => ({ createdAt: offNow(offMs) })),
    alteredRestore(`a restore dated ${when}`, () => ({ updatedAt: offNow(offMs) }), [
      { out: "request.resource.data.updatedAt == request.time" },
      { out: "getAfter(issuePath(id)).data.updatedAt == request.time" },
    ]),
  ]),
  alteredRestore("a restore in another's name", (person) => ({ updatedBy: someoneElse(person).uid }), {
    out: "request.resource.data.updatedBy == uid()",
  }),
  {
    name: "a restore that leaves the trash entry is refused",
    run: async (fixtures) => {
      const { id, fields } = await seedTrash(fixtures);
      const [issue, , board] = restore(admin, id, fields);
      return commit(fixtures.as("admin"), [issue!, board!]);
    },
    without: { out: "!existsAfter(trashPath(id))" },
  },
  {
    name: "a restore that leaves the board as it is is refused",
    run: async (fixtures) => {
      const { id, fields } = await seedTrash(fixtures);
      await seedBoard(fixtures, id);
      return commit(fixtures.as("admin"), restore(admin, id, fields).slice(0, 2));
    },
    without: BOARD_MOVES,
  },
  {
    name: "a trash entry taken out without a restore is refused",
    run: async (fixtures) => commit(fixtures.as("admin"), [{ delete: `trash/${(await seedTrash(fixtures)).id}` }]),
    without: { out: "&& existsAfter(issuePath(id));", in: ";" },
  },
  {
    name: "a trash entry taken out beside a report of the same id is refused",
    run: async (fixtures) => {
      const { id } = await seedIssue(fixtures);
      await seedTrash(fixtures, {}, id);
      return commit(fixtures.as("admin"), [{ delete: `trash/${id}` }]);
    },
    without: { out: "!exists(issuePath(id))" },
  },
]);

describe("there and back", () => {
  const fixtures = useFixtures();
  const stored = async (collectionName: string, id: string): Promise<Fields | undefined> =>
    (await getDoc(doc(fixtures().stored, collectionName, id))).data();

  test("a report goes to the trash whole and comes back with everything but its stamps", async () => {
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

  test("a report comes back up to the minute before its purge date", async () => {
    const { id, fields } = await seedTrash(fixtures(), {}, newId(), 60_000);
    await commit(fixtures().as("admin"), restore(admin, id, fields));
    expect(await stored("issues", id)).toMatchObject({ title: fields.title });
  });

  test("a report stored in some other shape can still be deleted and restored", async () => {
    const odd = { title: 7, status: "LOST", updatedAt: "yesterday" };
    const { id } = await seed(fixtures(), "issues", odd);
    await commit(fixtures().as("admin"), remove(admin, id, odd));
    await commit(fixtures().as("admin"), restore(admin, id, odd));
    expect(await stored("issues", id)).toMatchObject({ title: 7, status: "LOST" });
  });
});
