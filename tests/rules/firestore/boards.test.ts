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
import { IDENTITIES, MEMBERS, NOBODY, ROLES } from "../shared/actors.ts";
import {
  amend,
  boardWrite,
  commit,
  type Fields,
  fileIssue,
  fromNow,
  newId,
  newIssue,
  OTHER_TIMES,
  remove,
  restore,
  step,
  type Write,
} from "../shared/builders.ts";
import { type Attack, describeAccess, describeAttacks, type RulesChange } from "./expectations.ts";
import { type RulesFixtures, useFixtures } from "./fixtures.ts";
import { seed, seedBoard, seedIssue, seedTrash } from "./seeds.ts";

const { member, admin } = IDENTITIES;
const boardFields = (revision: number): Fields => ({ revision, changedAt: Timestamp.now(), issueId: "" });

describeAccess("boards", [
  {
    operation: "get the board",
    allowed: MEMBERS,
    run: (fixtures, actor) => getDoc(doc(fixtures.as(actor), "boards/main")),
  },
  {
    operation: "get another board",
    allowed: NOBODY,
    run: async (fixtures, actor) =>
      getDoc(doc(fixtures.as(actor), "boards", (await seed(fixtures, "boards", boardFields(1))).id)),
  },
  {
    operation: "listen to the board",
    allowed: MEMBERS,
    run: (fixtures, actor) =>
      new Promise((received, refused) => {
        const stop = onSnapshot(
          doc(fixtures.as(actor), "boards/main"),
          (board) => {
            stop();
            received(board);
          },
          refused,
        );
      }),
  },
  {
    operation: "list the boards",
    allowed: NOBODY,
    run: (fixtures, actor) => getDocs(collection(fixtures.as(actor), "boards")),
  },
  {
    operation: "list one board",
    allowed: NOBODY,
    run: (fixtures, actor) => getDocs(query(collection(fixtures.as(actor), "boards"), limit(1))),
  },
  {
    operation: "list the board by its id",
    allowed: NOBODY,
    run: (fixtures, actor) =>
      getDocs(query(collection(fixtures.as(actor), "boards"), where(documentId(), "==", "main"), limit(1))),
  },
  {
    operation: "create another board",
    allowed: NOBODY,
    run: (fixtures, actor) => setDoc(doc(fixtures.as(actor), "boards", newId()), boardFields(1)),
  },
  {
    operation: "reset the board",
    allowed: NOBODY,
    run: (fixtures, actor) => setDoc(doc(fixtures.as(actor), "boards/main"), boardFields(0)),
  },
  {
    operation: "move the board without a report",
    allowed: NOBODY,
    run: async (fixtures, actor) => {
      const { id } = await seedIssue(fixtures);
      return commit(fixtures.as(actor), [boardWrite(id)]);
    },
  },
  {
    operation: "delete the board",
    allowed: NOBODY,
    run: async (fixtures, actor) => {
      await seedBoard(fixtures);
      await deleteDoc(doc(fixtures.as(actor), "boards/main"));
    },
  },
]);

const ISSUE_MOVES: RulesChange = { find: "issueMoves(request.resource.data.issueId)" };
const NAMES_A_TEXT: RulesChange = { find: "request.resource.data.issueId is string" };
const NAMED: RulesChange = { find: "getAfter(boardPath()).data.issueId == id" };
const COUNTS: RulesChange = { find: "getAfter(issuePath(board.issueId)).data.number == board.lastNumber" };
const BY_ONE: RulesChange = { find: "request.resource.data.revision == resource.data.revision + 1" };
const WHOLE_NUMBER: RulesChange = { find: "request.resource.data.revision is int" };
const CHANGED_AT: RulesChange = { find: "request.resource.data.changedAt == request.time" };
const FOUR_FIELDS: RulesChange = {
  find: "changedFields().hasOnly(['revision', 'changedAt', 'issueId', 'lastNumber'])",
};

/** A valid report with an invalid move of the board, tried as everyone who may file. */
const withReport = (
  name: string,
  overrides: Fields | (() => Fields),
  without: Attack["without"],
  reportId?: string,
): Attack => ({
  name: `${name} is refused`,
  as: ROLES,
  run: async (fixtures, actor) => {
    const id = reportId ?? newId();
    // Without the condition, an earlier attempt may have stored a report under this id.
    await deleteDoc(doc(fixtures.stored, "issues", id));
    const fields = typeof overrides === "function" ? overrides() : overrides;
    return commit(fixtures.as(actor), fileIssue(IDENTITIES[actor], id, {}, fields));
  },
  without,
});

describeAttacks("the board moves only with the report that it names", [
  {
    name: "a member's move of the board alone is refused",
    run: async (fixtures) => commit(fixtures.as("member"), [boardWrite((await seedIssue(fixtures)).id)]),
    without: ISSUE_MOVES,
  },
  {
    name: "an admin's move of the board alone is refused",
    run: async (fixtures) => commit(fixtures.as("admin"), [boardWrite((await seedIssue(fixtures)).id)]),
    without: ISSUE_MOVES,
  },
  {
    name: "a move of the board alone right after an amendment by the same member is refused",
    as: MEMBERS,
    run: async (fixtures, actor) => {
      const { id } = await seedIssue(fixtures);
      await commit(fixtures.as(actor), amend(IDENTITIES[actor], id, newId()));
      return commit(fixtures.as(actor), [boardWrite(id)]);
    },
    without: ISSUE_MOVES,
  },
  {
    name: "a move of the board alone right after the report was deleted is refused",
    as: MEMBERS,
    run: async (fixtures, actor) => {
      const { id, fields } = await seedIssue(fixtures);
      await commit(fixtures.as("admin"), remove(admin, id, fields));
      return commit(fixtures.as(actor), [boardWrite(id)]);
    },
    without: ISSUE_MOVES,
  },
  {
    name: "a move of the board that names a report in the trash is refused",
    run: async (fixtures) => commit(fixtures.as("member"), [boardWrite((await seedTrash(fixtures)).id)]),
    without: ISSUE_MOVES,
  },
  {
    name: "a move of the board that names an unchanged report is refused",
    run: async (fixtures) => {
      const [amended, named] = [await seedIssue(fixtures), await seedIssue(fixtures)];
      return commit(fixtures.as("member"), [...amend(member, amended.id, newId()).slice(0, 1), boardWrite(named.id)]);
    },
    without: [ISSUE_MOVES, NAMED],
  },
  {
    name: "a second report in the batch that keeps its update time is refused",
    run: async (fixtures) => {
      const [named, beside] = [await seedIssue(fixtures), await seedIssue(fixtures)];
      const [unnamedWrite] = amend(member, beside.id, newId(), {}, { updatedAt: named.fields.updatedAt });
      return commit(fixtures.as("member"), [unnamedWrite!, ...amend(member, named.id, newId())]);
    },
    without: [{ find: "request.resource.data.updatedAt == request.time" }, NAMED],
  },
  {
    name: "a move of the board alone that names a number is refused",
    run: async (fixtures) => {
      await seedIssue(fixtures);
      return commit(fixtures.as("member"), [boardWrite("", { issueId: 4_711 })]);
    },
    without: [ISSUE_MOVES, NAMES_A_TEXT],
  },
  withReport("a move of the board that names a report that does not exist", { issueId: "nowhere" }, [
    ISSUE_MOVES,
    NAMED,
    COUNTS,
  ]),
  withReport("a move of the board that names a path", { issueId: "../members/ada" }, [ISSUE_MOVES, NAMED, COUNTS]),
  withReport("a move of the board that names a number", { issueId: 4_711 }, [NAMES_A_TEXT, NAMED], "4711"),
]);

/** An admin makes a valid write of one report and, in the same batch, the writes of `second`. */
const withSecond = (
  name: string,
  second: (fixtures: RulesFixtures) => Promise<Write[]>,
  without: RulesChange[] = [],
): Attack => ({
  name: `a second report that is ${name} in the same batch is refused`,
  run: async (fixtures) => {
    const { id } = await seedIssue(fixtures);
    const writes = (await second(fixtures)).filter((write) => !("update" in write && write.update === "boards/main"));
    return commit(fixtures.as("admin"), [...writes, ...amend(admin, id, newId())]);
  },
  without: [NAMED, ...without],
});

describeAttacks("a commit changes only the report that the board names", [
  withSecond("filed", async () => fileIssue(admin, newId()), [
    { find: "issue.number == lastNumber(get(boardPath())) + 1" },
    { find: "issue.number == lastNumber(getAfter(boardPath()))" },
  ]),
  withSecond("amended", async (fixtures) => amend(admin, (await seedIssue(fixtures)).id, newId())),
  withSecond("stepped", async (fixtures) => step(admin, (await seedIssue(fixtures)).id, "IN_PROGRESS")),
  withSecond("deleted", async (fixtures) => {
    const { id, fields } = await seedIssue(fixtures);
    return remove(admin, id, fields);
  }),
  withSecond("restored", async (fixtures) => {
    const { id, fields } = await seedTrash(fixtures);
    return restore(admin, id, fields);
  }),
]);

describeAttacks("the board's revision grows by one", [
  withReport("a move of the board by two", { revision: increment(2) }, BY_ONE),
  withReport("a move of the board backwards", { revision: increment(-1) }, BY_ONE),
  withReport("a revision far ahead", { revision: 9_007_199_254_740_991 }, BY_ONE),
  withReport("a revision that is not a whole number", { revision: increment(0.5) }, [BY_ONE, WHOLE_NUMBER]),
  withReport("a revision that is a text", { revision: "2" }, [BY_ONE, WHOLE_NUMBER]),
  ...OTHER_TIMES.map(([when, offMs]) =>
    withReport(`a move of the board dated ${when}`, () => ({ changedAt: fromNow(offMs) }), CHANGED_AT),
  ),
  withReport("an extra field on the board", { note: "x" }, FOUR_FIELDS),
]);

describe("a missing board", () => {
  const fixtures = useFixtures();

  test("is not created by a report, and the report is refused", async () => {
    await deleteDoc(doc(fixtures().stored, "boards/main"));
    const id = newId();
    const createdBoard = { revision: 1, changedAt: serverTimestamp(), issueId: id, lastNumber: 1 };
    const writes = [
      { set: `issues/${id}`, fields: newIssue(admin, { number: 1 }) },
      { set: "boards/main", fields: createdBoard },
    ];
    await assertFails(commit(fixtures().as("admin"), writes));
    await assertFails(setDoc(doc(fixtures().as("admin"), "boards/main"), createdBoard));
    await assertFails(updateDoc(doc(fixtures().as("admin"), "boards/main"), createdBoard));
    await seedBoard(fixtures());
  });
});
