import { assertSucceeds } from "@firebase/rules-unit-testing";
import { deleteField, doc, getDoc } from "firebase/firestore";
import { describe, expect, test } from "vitest";
import { type Actor, IDENTITIES, MEMBER_AND_ADMIN, MEMBERS } from "../shared/actors.ts";
import {
  amendmentWrites,
  boardWrite,
  commit,
  type Fields,
  newId,
  newReport,
  newReportWrites,
  restoreWrites,
  stepWrites,
  type Write,
  withoutBoardWrite,
} from "../shared/builders.ts";
import { type Attack, describeAttacks, type RulesChange } from "./expectations.ts";
import { type RulesFixtures, useFixtures } from "./fixtures.ts";
import { type RestValue, restBoardWrite, restCommit, restNewReportWrite } from "./rest.ts";
import { seed, seedBoard, seedReport, seedTrash } from "./seeds.ts";

const { member, admin } = IDENTITIES;

// Conditions of firestore.rules, each named after what it checks. Tests replace each by `replace`, by default `true`.
const NUMBER_IS_WHOLE: RulesChange = { find: "issue.number is int" };
const NUMBER_IS_NEXT: RulesChange = { find: "issue.number == lastNumber(get(boardPath())) + 1" };
const NUMBER_IS_COUNTED: RulesChange = { find: "issue.number == lastNumber(getAfter(boardPath()))" };
const LAST_NUMBER_IS_WHOLE: RulesChange = { find: "board.lastNumber is int" };
const LAST_NUMBER_IS_NEXT: RulesChange = { find: "board.lastNumber == lastNumber(resource) + 1" };
const REPORT_HAS_LAST_NUMBER: RulesChange = {
  find: "getAfter(issuePath(board.issueId)).data.number == board.lastNumber",
};

/** Stores a board whose last number is 4, so the next number is 5. */
const seedBoardAfterFourReports = (fixtures: RulesFixtures) =>
  seed(fixtures, "boards", { revision: 9, lastNumber: 4, issueId: "", changedAt: new Date() }, "main");

/** A new report with this number after four reports. The board's last number is set in the same batch, or unchanged. */
const refusedNumber = (
  name: string,
  { number, lastNumber }: { number: unknown; lastNumber: number | "unchanged" },
  without: Attack["without"],
): Attack => ({
  name: `${name} is refused`,
  as: MEMBER_AND_ADMIN,
  run: async (fixtures, actor) => {
    await seedBoardAfterFourReports(fixtures);
    const boardOverrides: Fields = lastNumber === "unchanged" ? {} : { lastNumber };
    const id = newId();
    return commit(fixtures.databaseAs(actor), [
      { set: `issues/${id}`, fields: newReport(IDENTITIES[actor], { number }) },
      boardWrite(id, boardOverrides),
    ]);
  },
  without,
});

describeAttacks("a new report has the next number", [
  refusedNumber("the number of the last report", { number: 4, lastNumber: "unchanged" }, NUMBER_IS_NEXT),
  refusedNumber("the number of the last report with 5 as the board's last number", { number: 4, lastNumber: 5 }, [
    NUMBER_IS_NEXT,
    NUMBER_IS_COUNTED,
    REPORT_HAS_LAST_NUMBER,
  ]),
  refusedNumber("a number that skips one", { number: 6, lastNumber: 6 }, [NUMBER_IS_NEXT, LAST_NUMBER_IS_NEXT]),
  refusedNumber("a number that the board does not count", { number: 5, lastNumber: "unchanged" }, NUMBER_IS_COUNTED),
  refusedNumber("a number that differs from the board's", { number: 6, lastNumber: 5 }, [
    NUMBER_IS_NEXT,
    NUMBER_IS_COUNTED,
    REPORT_HAS_LAST_NUMBER,
  ]),
  refusedNumber("a number that is a text", { number: "5", lastNumber: 5 }, [
    NUMBER_IS_WHOLE,
    NUMBER_IS_NEXT,
    NUMBER_IS_COUNTED,
    REPORT_HAS_LAST_NUMBER,
  ]),
  refusedNumber("a number of 0", { number: 0, lastNumber: 0 }, [NUMBER_IS_NEXT, LAST_NUMBER_IS_NEXT]),
]);

/** A new report and a last number, sent by the REST API: the JavaScript SDK sends every whole number as an integer. */
const refusedDecimalNumber = (
  name: string,
  number: RestValue,
  lastNumber: RestValue,
  without: Attack["without"],
): Attack => ({
  name: `${name} with a decimal point is refused`,
  as: MEMBER_AND_ADMIN,
  run: async (fixtures, actor) => {
    await seedBoardAfterFourReports(fixtures);
    const id = newId();
    return restCommit(fixtures, actor, [
      restNewReportWrite(fixtures, id, actor, { number }),
      restBoardWrite(fixtures, id, { lastNumber }),
    ]);
  },
  without,
});

describeAttacks("numbers are integers", [
  refusedDecimalNumber("a number", { doubleValue: 5 }, { integerValue: "5" }, NUMBER_IS_WHOLE),
  refusedDecimalNumber("a last number", { integerValue: "5" }, { doubleValue: 5 }, LAST_NUMBER_IS_WHOLE),
]);

/** A valid change of the report with number 3. The move of the board also sets the last number, which was 4. */
const refusedLastNumber = (
  name: string,
  lastNumber: unknown,
  createWrites: (id: string, actor: Actor) => Write[],
  without: Attack["without"],
  as: readonly Actor[] = ["admin"],
): Attack => ({
  name: `${name} is refused`,
  as,
  run: async (fixtures, actor) => {
    await seedBoardAfterFourReports(fixtures);
    const { id } = await seedReport(fixtures, { number: 3 });
    const writes = withoutBoardWrite(createWrites(id, actor));
    return commit(fixtures.databaseAs(actor), [...writes, boardWrite(id, { lastNumber })]);
  },
  without,
});

const amendReport = (id: string, actor: Actor) => amendmentWrites(IDENTITIES[actor], id, newId());
const stepReport = (id: string, actor: Actor) => stepWrites(IDENTITIES[actor], id, "IN_PROGRESS");

describeAttacks("only a new report changes the last number", [
  refusedLastNumber("an amendment that raises the last number", 5, amendReport, REPORT_HAS_LAST_NUMBER, MEMBERS),
  refusedLastNumber(
    "an amendment that lowers the last number to the amended report's",
    3,
    amendReport,
    LAST_NUMBER_IS_NEXT,
    MEMBERS,
  ),
  refusedLastNumber(
    "an amendment that lowers the last number to 0",
    0,
    amendReport,
    [LAST_NUMBER_IS_NEXT, REPORT_HAS_LAST_NUMBER],
    MEMBERS,
  ),
  refusedLastNumber("a step that raises the last number", 5, stepReport, REPORT_HAS_LAST_NUMBER),
  refusedLastNumber("a step that removes the last number", deleteField(), stepReport, {
    find: "(lastNumber(request.resource) == lastNumber(resource) || countsIssue(request.resource.data))",
  }),
  {
    name: "a restore that lowers the last number to the restored report's is refused",
    run: async (fixtures) => {
      await seedBoardAfterFourReports(fixtures);
      const { id, fields } = await seedTrash(fixtures, { report: { number: 3 } });
      const writes = withoutBoardWrite(restoreWrites(admin, id, fields));
      return commit(fixtures.databaseAs("admin"), [...writes, boardWrite(id, { lastNumber: 3 })]);
    },
    without: LAST_NUMBER_IS_NEXT,
  },
  {
    name: "a restored report with another number is refused",
    run: async (fixtures) => {
      await seedBoardAfterFourReports(fixtures);
      const { id, fields } = await seedTrash(fixtures, { report: { number: 3 } });
      return commit(fixtures.databaseAs("admin"), restoreWrites(admin, id, fields, { number: 2 }));
    },
    without: {
      find: ".hasOnly(['updatedAt', 'updatedBy'])",
      replace: ".hasOnly(['updatedAt', 'updatedBy', 'number'])",
    },
  },
  {
    name: "an amendment that gives the report another number is refused",
    as: MEMBERS,
    run: async (fixtures, actor) => {
      const { id } = await seedReport(fixtures);
      const overrides = { report: { number: 7 } };
      return commit(fixtures.databaseAs(actor), amendmentWrites(IDENTITIES[actor], id, newId(), overrides));
    },
    without: {
      find: "hasOnly(['amendments', 'lastAmendment', 'handledByAdmin', 'updatedAt', 'updatedBy'])",
      replace: "hasOnly(['amendments', 'lastAmendment', 'handledByAdmin', 'updatedAt', 'updatedBy', 'number'])",
    },
  },
  {
    name: "a step that gives the report another number is refused",
    run: async (fixtures) => {
      const { id } = await seedReport(fixtures);
      return commit(fixtures.databaseAs("admin"), stepWrites(admin, id, "IN_PROGRESS", { number: 7 }));
    },
    without: {
      find: "hasOnly(['status', 'handledByAdmin', 'updatedAt', 'updatedBy'])",
      replace: "hasOnly(['status', 'handledByAdmin', 'updatedAt', 'updatedBy', 'number'])",
    },
  },
]);

/** Only an admin can write or edit a report or amendment with the admin mark. */
const ONLY_ADMINS_SET_MARK: RulesChange = { find: "written.get('byAdmin', false) in [false, me().isAdmin]" };

describeAttacks("only an admin's report or amendment has the admin mark", [
  {
    name: "a member's report with the admin mark is refused",
    run: (fixtures) => commit(fixtures.databaseAs("member"), newReportWrites(member, newId(), { byAdmin: true })),
    without: ONLY_ADMINS_SET_MARK,
  },
  {
    name: "a report whose admin mark is a text is refused",
    as: MEMBER_AND_ADMIN,
    run: (fixtures, actor) =>
      commit(fixtures.databaseAs(actor), newReportWrites(IDENTITIES[actor], newId(), { byAdmin: "yes" })),
    without: ONLY_ADMINS_SET_MARK,
  },
  {
    name: "a member's amendment with the admin mark is refused",
    run: async (fixtures) => {
      const { id } = await seedReport(fixtures);
      return commit(
        fixtures.databaseAs("member"),
        amendmentWrites(member, id, newId(), { amendment: { byAdmin: true } }),
      );
    },
    without: ONLY_ADMINS_SET_MARK,
  },
  {
    name: "an amendment whose admin mark is a text is refused",
    as: MEMBER_AND_ADMIN,
    run: async (fixtures, actor) => {
      const { id } = await seedReport(fixtures);
      const overrides = { amendment: { byAdmin: "yes" } };
      return commit(fixtures.databaseAs(actor), amendmentWrites(IDENTITIES[actor], id, newId(), overrides));
    },
    without: ONLY_ADMINS_SET_MARK,
  },
]);

describe("allowed numbers and admin marks", () => {
  const fixtures = useFixtures();
  const readDocument = async (path: string) => (await getDoc(doc(fixtures().databaseWithoutRules, path))).data();

  test("reports are numbered one after the other", async () => {
    await seedBoardAfterFourReports(fixtures());
    const ids = [newId(), newId(), newId()];
    for (const id of ids) await assertSucceeds(commit(fixtures().databaseAs("member"), newReportWrites(member, id)));
    const numbers = await Promise.all(ids.map(async (id) => (await readDocument(`issues/${id}`))?.number));
    expect(numbers).toEqual([5, 6, 7]);
    expect(await readDocument("boards/main")).toMatchObject({ lastNumber: 7 });
  });

  test("the first report on a board without a last number is number 1", async () => {
    await seed(fixtures(), "boards", { revision: 9, issueId: "", changedAt: new Date() }, "main");
    const id = newId();
    await assertSucceeds(commit(fixtures().databaseAs("member"), newReportWrites(member, id)));
    expect(await readDocument(`issues/${id}`)).toMatchObject({ number: 1 });
    // Give the next tests a board with a last number again.
    await seedBoard(fixtures());
  });

  test("a restored report keeps its number and its admin mark", async () => {
    const { id, fields } = await seedTrash(fixtures(), { report: { number: 3, byAdmin: true } });
    await assertSucceeds(commit(fixtures().databaseAs("admin"), restoreWrites(admin, id, fields)));
    expect(await readDocument(`issues/${id}`)).toMatchObject({ number: 3, byAdmin: true });
  });

  test("an admin may set or leave out the admin mark, and a member may set it to false", async () => {
    const id = newId();
    await assertSucceeds(commit(fixtures().databaseAs("admin"), newReportWrites(admin, id, { byAdmin: true })));
    await assertSucceeds(
      commit(fixtures().databaseAs("admin"), amendmentWrites(admin, id, newId(), { amendment: { byAdmin: true } })),
    );
    await assertSucceeds(commit(fixtures().databaseAs("admin"), amendmentWrites(admin, id, newId())));
    const unmarked = { amendment: { byAdmin: false } };
    await assertSucceeds(commit(fixtures().databaseAs("member"), amendmentWrites(member, id, newId(), unmarked)));
  });
});
