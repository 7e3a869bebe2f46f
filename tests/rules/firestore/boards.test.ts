import { assertFails } from "@firebase/rules-unit-testing";
import {
  collection,
  deleteDoc,
  doc,
  documentId,
  getDoc,
  getDocs,
  increment,
  limit,
  onSnapshot,
  query,
  serverTimestamp,
  setDoc,
  Timestamp,
  updateDoc,
  where,
} from "firebase/firestore";
import { describe, test } from "vitest";
import { IDENTITIES, MEMBER_AND_ADMIN, MEMBERS, NOBODY } from "../shared/actors.ts";
import {
  amendmentWrites,
  boardWrite,
  boardWriteForNewReport,
  commit,
  deletionWrites,
  type Fields,
  FORGED_TIMES,
  fromNow,
  newId,
  newReport,
  newReportWrites,
  restoreWrites,
  stepWrites,
  type Write,
  withoutBoardWrite,
} from "../shared/builders.ts";
import { type Attack, describeAccess, describeAttacks, type RulesChange } from "./expectations.ts";
import { type RulesFixtures, useFixtures } from "./fixtures.ts";
import { seed, seedBoard, seedReport, seedTrash } from "./seeds.ts";

const { member, admin } = IDENTITIES;
const boardFields = (revision: number): Fields => ({ revision, changedAt: Timestamp.now(), issueId: "" });

describeAccess("boards", [
  {
    operation: "get the board",
    allowed: MEMBERS,
    run: (fixtures, actor) => getDoc(doc(fixtures.databaseAs(actor), "boards/main")),
  },
  {
    operation: "get another board",
    allowed: NOBODY,
    run: async (fixtures, actor) =>
      getDoc(doc(fixtures.databaseAs(actor), "boards", (await seed(fixtures, "boards", boardFields(1))).id)),
  },
  {
    operation: "listen to the board",
    allowed: MEMBERS,
    run: (fixtures, actor) =>
      new Promise((resolve, reject) => {
        const unsubscribe = onSnapshot(
          doc(fixtures.databaseAs(actor), "boards/main"),
          (board) => {
            unsubscribe();
            resolve(board);
          },
          reject,
        );
      }),
  },
  {
    operation: "list the boards",
    allowed: NOBODY,
    run: (fixtures, actor) => getDocs(collection(fixtures.databaseAs(actor), "boards")),
  },
  {
    operation: "list one board",
    allowed: NOBODY,
    run: (fixtures, actor) => getDocs(query(collection(fixtures.databaseAs(actor), "boards"), limit(1))),
  },
  {
    operation: "list the board by its id",
    allowed: NOBODY,
    run: (fixtures, actor) =>
      getDocs(query(collection(fixtures.databaseAs(actor), "boards"), where(documentId(), "==", "main"), limit(1))),
  },
  {
    operation: "create another board",
    allowed: NOBODY,
    run: (fixtures, actor) => setDoc(doc(fixtures.databaseAs(actor), "boards", newId()), boardFields(1)),
  },
  {
    operation: "reset the board",
    allowed: NOBODY,
    run: (fixtures, actor) => setDoc(doc(fixtures.databaseAs(actor), "boards/main"), boardFields(0)),
  },
  {
    operation: "move the board without a report",
    allowed: NOBODY,
    run: async (fixtures, actor) => {
      const { id } = await seedReport(fixtures);
      return commit(fixtures.databaseAs(actor), [boardWrite(id)]);
    },
  },
  {
    operation: "delete the board",
    allowed: NOBODY,
    run: async (fixtures, actor) => {
      await seedBoard(fixtures);
      await deleteDoc(doc(fixtures.databaseAs(actor), "boards/main"));
    },
  },
]);

// Conditions of firestore.rules, each named after what it checks. Tests replace each by `replace`, by default `true`.
const NAMED_REPORT_IS_WRITTEN: RulesChange = { find: "isReportWritten(request.resource.data.issueId)" };
const NAMED_ID_IS_TEXT: RulesChange = { find: "request.resource.data.issueId is string" };
const WRITTEN_REPORT_IS_NAMED: RulesChange = { find: "getAfter(boardPath()).data.issueId == id" };
const REPORT_HAS_LAST_NUMBER: RulesChange = {
  find: "getAfter(issuePath(board.issueId)).data.number == board.lastNumber",
};
const GROWS_BY_ONE: RulesChange = { find: "request.resource.data.revision == resource.data.revision + 1" };
const REVISION_IS_WHOLE: RulesChange = { find: "request.resource.data.revision is int" };
const CHANGED_NOW: RulesChange = { find: "request.resource.data.changedAt == request.time" };
const ONLY_BOARD_FIELDS: RulesChange = {
  find: "changedFields().hasOnly(['revision', 'changedAt', 'issueId', 'lastNumber'])",
};

/** A valid new report, by default under a new id, with an invalid move of the board. Tried as a member and an admin. */
const refusedBoardMove = (
  name: string,
  boardOverrides: Fields | (() => Fields),
  without: Attack["without"],
  reportId?: string,
): Attack => ({
  name: `${name} is refused`,
  as: MEMBER_AND_ADMIN,
  run: async (fixtures, actor) => {
    const id = reportId ?? newId();
    // Without the conditions, an earlier attempt may have stored a report under `reportId`.
    await deleteDoc(doc(fixtures.databaseWithoutRules, "issues", id));
    const overrides = typeof boardOverrides === "function" ? boardOverrides() : boardOverrides;
    return commit(fixtures.databaseAs(actor), [
      { set: `issues/${id}`, fields: newReport(IDENTITIES[actor]) },
      boardWriteForNewReport(id, overrides),
    ]);
  },
  without,
});

describeAttacks("the board moves only with the report that it names", [
  {
    name: "a member's move of the board alone is refused",
    run: async (fixtures) => commit(fixtures.databaseAs("member"), [boardWrite((await seedReport(fixtures)).id)]),
    without: NAMED_REPORT_IS_WRITTEN,
  },
  {
    name: "an admin's move of the board alone is refused",
    run: async (fixtures) => commit(fixtures.databaseAs("admin"), [boardWrite((await seedReport(fixtures)).id)]),
    without: NAMED_REPORT_IS_WRITTEN,
  },
  {
    name: "a move of the board alone right after an amendment by the same member is refused",
    as: MEMBERS,
    run: async (fixtures, actor) => {
      const { id } = await seedReport(fixtures);
      await commit(fixtures.databaseAs(actor), amendmentWrites(IDENTITIES[actor], id, newId()));
      return commit(fixtures.databaseAs(actor), [boardWrite(id)]);
    },
    without: NAMED_REPORT_IS_WRITTEN,
  },
  {
    name: "a move of the board alone right after the report was deleted is refused",
    as: MEMBERS,
    run: async (fixtures, actor) => {
      const { id, fields } = await seedReport(fixtures);
      await commit(fixtures.databaseAs("admin"), deletionWrites(admin, id, fields));
      return commit(fixtures.databaseAs(actor), [boardWrite(id)]);
    },
    without: NAMED_REPORT_IS_WRITTEN,
  },
  {
    name: "a move of the board that names a report in the trash is refused",
    run: async (fixtures) => commit(fixtures.databaseAs("member"), [boardWrite((await seedTrash(fixtures)).id)]),
    without: NAMED_REPORT_IS_WRITTEN,
  },
  {
    name: "a move of the board that names an unchanged report is refused",
    run: async (fixtures) => {
      const [amendedReport, namedReport] = [await seedReport(fixtures), await seedReport(fixtures)];
      return commit(fixtures.databaseAs("member"), [
        ...withoutBoardWrite(amendmentWrites(member, amendedReport.id, newId())),
        boardWrite(namedReport.id),
      ]);
    },
    without: [NAMED_REPORT_IS_WRITTEN, WRITTEN_REPORT_IS_NAMED],
  },
  {
    name: "amending a second report in the batch without a new update time is refused",
    run: async (fixtures) => {
      const [namedReport, secondReport] = [await seedReport(fixtures), await seedReport(fixtures)];
      const overrides = { report: { updatedAt: secondReport.fields.updatedAt } };
      return commit(fixtures.databaseAs("member"), [
        ...withoutBoardWrite(amendmentWrites(member, secondReport.id, newId(), overrides)),
        ...amendmentWrites(member, namedReport.id, newId()),
      ]);
    },
    without: [{ find: "request.resource.data.updatedAt == request.time" }, WRITTEN_REPORT_IS_NAMED],
  },
  {
    name: "a move of the board alone that names a number instead of a report is refused",
    run: (fixtures) => commit(fixtures.databaseAs("member"), [boardWrite("", { issueId: 4_711 })]),
    without: [NAMED_REPORT_IS_WRITTEN, NAMED_ID_IS_TEXT],
  },
  refusedBoardMove("a move of the board that names a report that does not exist", { issueId: "nowhere" }, [
    NAMED_REPORT_IS_WRITTEN,
    WRITTEN_REPORT_IS_NAMED,
    REPORT_HAS_LAST_NUMBER,
  ]),
  refusedBoardMove("a move of the board that names a path", { issueId: "../members/ada" }, [
    NAMED_REPORT_IS_WRITTEN,
    WRITTEN_REPORT_IS_NAMED,
    REPORT_HAS_LAST_NUMBER,
  ]),
  refusedBoardMove(
    "a move of the board that names the report by a number instead of a text",
    { issueId: 4_711 },
    [NAMED_ID_IS_TEXT, WRITTEN_REPORT_IS_NAMED],
    // In a path, the number would lead to the report with this id.
    "4711",
  ),
]);

/**
 * An admin amends one report and changes a second one in the same batch. The board names only the first. The conditions
 * `otherConditions` also refuse the batch.
 */
const refusedSecondReport = (
  change: string,
  createSecondWrites: (fixtures: RulesFixtures) => Promise<Write[]>,
  otherConditions: RulesChange[] = [],
): Attack => ({
  name: `a second report that is ${change} in the same batch is refused`,
  run: async (fixtures) => {
    const { id } = await seedReport(fixtures);
    const secondWrites = withoutBoardWrite(await createSecondWrites(fixtures));
    return commit(fixtures.databaseAs("admin"), [...secondWrites, ...amendmentWrites(admin, id, newId())]);
  },
  without: [WRITTEN_REPORT_IS_NAMED, ...otherConditions],
});

describeAttacks("a batch changes only the report that the board names", [
  refusedSecondReport("filed", async () => newReportWrites(admin, newId()), [
    { find: "issue.number == lastNumber(get(boardPath())) + 1" },
    { find: "issue.number == lastNumber(getAfter(boardPath()))" },
  ]),
  refusedSecondReport("amended", async (fixtures) => amendmentWrites(admin, (await seedReport(fixtures)).id, newId())),
  refusedSecondReport("stepped", async (fixtures) => stepWrites(admin, (await seedReport(fixtures)).id, "IN_PROGRESS")),
  refusedSecondReport("deleted", async (fixtures) => {
    const { id, fields } = await seedReport(fixtures);
    return deletionWrites(admin, id, fields);
  }),
  refusedSecondReport("restored", async (fixtures) => {
    const { id, fields } = await seedTrash(fixtures);
    return restoreWrites(admin, id, fields);
  }),
]);

describeAttacks("the board's revision grows by one", [
  refusedBoardMove("a move of the board by two", { revision: increment(2) }, GROWS_BY_ONE),
  refusedBoardMove("a move of the board backwards", { revision: increment(-1) }, GROWS_BY_ONE),
  refusedBoardMove("a revision far ahead", { revision: Number.MAX_SAFE_INTEGER }, GROWS_BY_ONE),
  refusedBoardMove("a revision that is not a whole number", { revision: increment(0.5) }, [
    GROWS_BY_ONE,
    REVISION_IS_WHOLE,
  ]),
  refusedBoardMove("a revision that is a text", { revision: "2" }, [GROWS_BY_ONE, REVISION_IS_WHOLE]),
  ...FORGED_TIMES.map(([when, offsetMs]) =>
    refusedBoardMove(`a move of the board dated ${when}`, () => ({ changedAt: fromNow(offsetMs) }), CHANGED_NOW),
  ),
  refusedBoardMove("an extra field on the board", { note: "x" }, ONLY_BOARD_FIELDS),
]);

describe("if the board is missing,", () => {
  const fixtures = useFixtures();

  test("a new report is refused, and no client can create the board", async () => {
    await deleteDoc(doc(fixtures().databaseWithoutRules, "boards/main"));
    const id = newId();
    const firstBoard = { revision: 1, changedAt: serverTimestamp(), issueId: id, lastNumber: 1 };
    const writes = [
      { set: `issues/${id}`, fields: newReport(admin, { number: 1 }) },
      { set: "boards/main", fields: firstBoard },
    ];
    await assertFails(commit(fixtures().databaseAs("admin"), writes));
    await assertFails(setDoc(doc(fixtures().databaseAs("admin"), "boards/main"), firstBoard));
    await assertFails(updateDoc(doc(fixtures().databaseAs("admin"), "boards/main"), firstBoard));
    await seedBoard(fixtures());
  });
});
