import { doc, getDoc, updateDoc } from "firebase/firestore";
import { describe, expect, test } from "vitest";
import { type Actor, ADMINS, IDENTITIES, MEMBERS, otherMember } from "../shared/actors.ts";
import {
  amendmentWrites,
  commit,
  deletionWrites,
  type Fields,
  FORGED_TIMES,
  fromNow,
  newId,
  newReportWrites,
  restoreWrites,
  storedAmendment,
  withoutBoardWrite,
} from "../shared/builders.ts";
import { type Attack, describeAttacks, type RulesChange } from "./expectations.ts";
import { useFixtures } from "./fixtures.ts";
import { seed, seedBoard, seedReport, seedTrash } from "./seeds.ts";

const { admin, member } = IDENTITIES;
const YEAR_MS = 365 * 86_400_000;

// Conditions of firestore.rules, each named after what it checks. Tests replace each by `replace`, by default `true`.
const ADMIN_RESTORES: RulesChange = { find: "? isAdmin() && isRestore(id)", replace: "? isRestore(id)" };
const ADMIN_DELETES_ENTRY: RulesChange = {
  find: "allow delete: if isAdmin() && !exists(issuePath(id))",
  replace: "allow delete: if !exists(issuePath(id))",
};
const BOARD_MOVES: RulesChange = { find: "getAfter(boardPath()).data.revision != get(boardPath()).data.revision" };
/** A new report under the id of a trash entry must be the restored report. With `false`, it may be any new report. */
const DELETED_ID_IS_RESTORED: RulesChange = { find: "exists(trashPath(id)) ? isAdmin()", replace: "false ? isAdmin()" };

/** `find` is only the end of a condition. With `> 0` the condition is true: every restore changes `updatedAt`. */
const RESTORED_UNCHANGED: RulesChange = {
  find: ".affectedKeys().hasOnly(['updatedAt', 'updatedBy'])",
  replace: ".affectedKeys().size() > 0",
};

describeAttacks("a deleted report's id cannot be used again", [
  {
    name: "a member's new report under a deleted report's id is refused",
    run: async (fixtures) =>
      commit(fixtures.databaseAs("member"), newReportWrites(member, (await seedTrash(fixtures)).id)),
    without: DELETED_ID_IS_RESTORED,
  },
  {
    name: "an admin's new report under a deleted report's id is refused",
    run: async (fixtures) =>
      commit(fixtures.databaseAs("admin"), newReportWrites(admin, (await seedTrash(fixtures)).id)),
    without: DELETED_ID_IS_RESTORED,
  },
]);

/** A refused restore that changes the fields in `overrides`. Without the condition in `without`, admins succeed. */
const refusedRestore = (
  name: string,
  overrides: (actor: Actor) => Fields,
  without: Attack["without"] = RESTORED_UNCHANGED,
): Attack => ({
  name: `${name} is refused`,
  as: MEMBERS,
  allowedWithout: ADMINS,
  run: async (fixtures, actor) => {
    const { id, fields } = await seedTrash(fixtures);
    return commit(fixtures.databaseAs(actor), restoreWrites(IDENTITIES[actor], id, fields, overrides(actor)));
  },
  without,
});

const BEFORE_PURGE_DATE: RulesChange = { find: "get(trashPath(id)).data.purgeAt > request.time" };
/** A trash entry may be deleted only in one batch with the restore of its report. */
const ENTRY_IS_RESTORED: RulesChange = { find: "&& existsAfter(issuePath(id));", replace: ";" };
/** Two conditions check the update time: one in the report's rules, one in the board's. */
const UPDATED_NOW: readonly RulesChange[] = [
  { find: "request.resource.data.updatedAt == request.time" },
  { find: "getAfter(issuePath(id)).data.updatedAt == request.time" },
];

describeAttacks("past its purge date a deleted report cannot be restored, and no client can purge it", [
  ...Object.entries({ "a year": YEAR_MS, "5 s": 5_000, "1 s": 1_000 }).map(
    ([age, ms]): Attack => ({
      name: `an admin's restore of a report that was due to be purged ${age} ago is refused`,
      run: async (fixtures) => {
        const { id, fields } = await seedTrash(fixtures, { purgeInMs: -ms });
        return commit(fixtures.databaseAs("admin"), restoreWrites(admin, id, fields));
      },
      without: BEFORE_PURGE_DATE,
    }),
  ),
  {
    name: "an admin's restore of a report whose purge date is a text is refused",
    run: async (fixtures) => {
      const { id, fields } = await seedTrash(fixtures);
      await updateDoc(doc(fixtures.databaseWithoutRules, "trash", id), { purgeAt: "in 30 days" });
      return commit(fixtures.databaseAs("admin"), restoreWrites(admin, id, fields));
    },
    without: BEFORE_PURGE_DATE,
  },
  {
    name: "an admin's deletion of a trash entry past its purge date is refused",
    run: async (fixtures) => {
      const { id } = await seedTrash(fixtures, { purgeInMs: -YEAR_MS });
      return commit(fixtures.databaseAs("admin"), [{ delete: `trash/${id}` }]);
    },
    without: ENTRY_IS_RESTORED,
  },
  {
    name: "an admin's deletion of a trash entry past its purge date in one batch with a new report is refused",
    run: async (fixtures) => {
      const { id } = await seedTrash(fixtures, { purgeInMs: -YEAR_MS });
      return commit(fixtures.databaseAs("admin"), [{ delete: `trash/${id}` }, ...newReportWrites(admin, newId())]);
    },
    without: ENTRY_IS_RESTORED,
  },
]);

describeAttacks("a report is restored unchanged", [
  {
    name: "a member's restore is refused, even of their own report",
    as: ["member", "another member"],
    run: async (fixtures, actor) => {
      const { id, fields } = await seedTrash(fixtures);
      return commit(fixtures.databaseAs(actor), restoreWrites(IDENTITIES[actor], id, fields));
    },
    without: [ADMIN_RESTORES, ADMIN_DELETES_ENTRY],
  },
  ...Object.entries({
    title: "Another",
    status: "CLOSED",
    isAdmin: true,
    reporterId: "ada",
    lastAmendment: "a1",
    amendments: { a1: storedAmendment(member) },
  }).map(([field, value]) => refusedRestore(`a restore that changes ${field}`, () => ({ [field]: value }))),
  ...FORGED_TIMES.flatMap(([when, offsetMs]) => [
    refusedRestore(`a restore that changes createdAt to ${when}`, () => ({ createdAt: fromNow(offsetMs) })),
    refusedRestore(`a restore dated ${when}`, () => ({ updatedAt: fromNow(offsetMs) }), UPDATED_NOW),
  ]),
  refusedRestore("a restore in another member's name", (actor) => ({ updatedBy: otherMember(actor).uid }), {
    find: "request.resource.data.updatedBy == uid()",
  }),
  {
    name: "a restore that keeps the trash entry is refused",
    run: async (fixtures) => {
      const { id, fields } = await seedTrash(fixtures);
      const withoutDeletion = restoreWrites(admin, id, fields).filter((write) => !("delete" in write));
      return commit(fixtures.databaseAs("admin"), withoutDeletion);
    },
    without: { find: "!existsAfter(trashPath(id))" },
  },
  {
    name: "a restore that does not move the board is refused",
    run: async (fixtures) => {
      const { id, fields } = await seedTrash(fixtures);
      // The board already names the report: only the unchanged revision refuses the write.
      await seedBoard(fixtures, id);
      return commit(fixtures.databaseAs("admin"), withoutBoardWrite(restoreWrites(admin, id, fields)));
    },
    without: BOARD_MOVES,
  },
  {
    name: "deleting a trash entry without a restore is refused",
    run: async (fixtures) =>
      commit(fixtures.databaseAs("admin"), [{ delete: `trash/${(await seedTrash(fixtures)).id}` }]),
    without: ENTRY_IS_RESTORED,
  },
  {
    name: "deleting a trash entry while a report has the same id is refused",
    run: async (fixtures) => {
      const { id } = await seedReport(fixtures);
      await seedTrash(fixtures, { id });
      return commit(fixtures.databaseAs("admin"), [{ delete: `trash/${id}` }]);
    },
    without: { find: "!exists(issuePath(id))" },
  },
]);

describe("deleting and restoring", () => {
  const fixtures = useFixtures();
  const readDocument = async (collectionName: string, id: string): Promise<Fields | undefined> =>
    (await getDoc(doc(fixtures().databaseWithoutRules, collectionName, id))).data();

  test("a report is moved to the trash unchanged, and restored with new stamps", async () => {
    const { id } = await seedReport(fixtures());
    await commit(fixtures().databaseAs("member"), amendmentWrites(member, id, newId()));
    const reportBefore = (await readDocument("issues", id))!;

    await commit(fixtures().databaseAs("admin"), deletionWrites(admin, id, reportBefore));
    expect(await readDocument("issues", id)).toBeUndefined();
    const entry = (await readDocument("trash", id))!;
    expect(entry.issue).toEqual(reportBefore);

    await commit(fixtures().databaseAs("admin"), restoreWrites(admin, id, entry.issue as Fields));
    expect(await readDocument("trash", id)).toBeUndefined();
    const { updatedAt, updatedBy, ...otherFields } = (await readDocument("issues", id))!;
    expect({ ...otherFields, updatedAt: reportBefore.updatedAt, updatedBy: reportBefore.updatedBy }).toEqual(
      reportBefore,
    );
    expect([updatedBy, updatedAt]).not.toEqual([reportBefore.updatedBy, reportBefore.updatedAt]);
  });

  test("a report can be restored a minute before its purge date", async () => {
    const { id, fields } = await seedTrash(fixtures(), { purgeInMs: 60_000 });
    await commit(fixtures().databaseAs("admin"), restoreWrites(admin, id, fields));
    expect(await readDocument("issues", id)).toMatchObject({ title: fields.title });
  });

  test("a report with invalid fields can be deleted and restored", async () => {
    const invalidFields = { title: 7, status: "LOST", updatedAt: "yesterday" };
    const { id } = await seed(fixtures(), "issues", invalidFields);
    await commit(fixtures().databaseAs("admin"), deletionWrites(admin, id, invalidFields));
    await commit(fixtures().databaseAs("admin"), restoreWrites(admin, id, invalidFields));
    expect(await readDocument("issues", id)).toMatchObject({ title: 7, status: "LOST" });
  });
});
