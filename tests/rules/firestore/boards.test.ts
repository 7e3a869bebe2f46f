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
import { MEMBERS, NOBODY, PEOPLE, ROLES } from "../shared/actors.ts";
import {
  amend,
  bump,
  commit,
  type Fields,
  fileIssue,
  newId,
  newIssue,
  OTHER_TIMES,
  offNow,
  remove,
  restore,
  step,
  type Write,
} from "../shared/builders.ts";
import { type Attack, describeAccess, describeAttacks, type Edit } from "./expectations.ts";
import { type RulesFixtures, useFixtures } from "./fixtures.ts";
import { seed, seedBoard, seedIssue, seedTrash } from "./seeds.ts";

const { member, admin } = PEOPLE;
const board = (revision: number): Fields => ({ revision, changedAt: Timestamp.now(), issueId: "" });

describeAccess("boards", [
  {
    says: "get the board",
    allowed: MEMBERS,
    run: (fixtures, person) => getDoc(doc(fixtures.as(person), "boards/main")),
  },
  {
    says: "get another board",
    allowed: NOBODY,
    run: async (fixtures, person) =>
      getDoc(doc(fixtures.as(person), "boards", (await seed(fixtures, "boards", board(1))).id)),
  },
  {
    says: "listen to the board",
    allowed: MEMBERS,
    run: (fixtures, person) =>
      new Promise((heard, refused) => {
        const stop = onSnapshot(
          doc(fixtures.as(person), "boards/main"),
          (board) => {
            stop();
            heard(board);
          },
          refused,
        );
      }),
  },
  {
    says: "list the boards",
    allowed: NOBODY,
    run: (fixtures, person) => getDocs(collection(fixtures.as(person), "boards")),
  },
  {
    says: "list one board",
    allowed: NOBODY,
    run: (fixtures, person) => getDocs(query(collection(fixtures.as(person), "boards"), limit(1))),
  },
  {
    says: "list the board by its id",
    allowed: NOBODY,
    run: (fixtures, person) =>
      getDocs(query(collection(fixtures.as(person), "boards"), where(documentId(), "==", "main"), limit(1))),
  },
  {
    says: "create another board",
    allowed: NOBODY,
    run: (fixtures, person) => setDoc(doc(fixtures.as(person), "boards", newId()), board(1)),
  },
  {
    says: "set the board back",
    allowed: NOBODY,
    run: (fixtures, person) => setDoc(doc(fixtures.as(person), "boards/main"), board(0)),
  },
  {
    says: "move the board on alone",
    allowed: NOBODY,
    run: async (fixtures, person) => {
      const { id } = await seedIssue(fixtures);
      return commit(fixtures.as(person), [bump(id)]);
    },
  },
  {
    says: "delete the board",
    allowed: NOBODY,
    run: async (fixtures, person) => {
      await seedBoard(fixtures);
      await deleteDoc(doc(fixtures.as(person), "boards/main"));
    },
  },
]);

const ISSUE_MOVES: Edit = { out: "issueMoves(request.resource.data.issueId)" };
const NAMES_A_TEXT: Edit = { out: "request.resource.data.issueId is string" };
const NAMED: Edit = { out: "getAfter(boardPath()).data.issueId == id" };
const BY_ONE: Edit = { out: "request.resource.data.revision == resource.data.revision + 1" };
const WHOLE: Edit = { out: "request.resource.data.revision is int" };
const CHANGED_AT: Edit = { out: "request.resource.data.changedAt == request.time" };
const THREE_FIELDS: Edit = { out: "changedFields().hasOnly(['revision', 'changedAt', 'issueId'])" };

/** Everyone who may files a proper report, but writes the board like this. */
const withReport = (
  name: string,
  overrides: Fields | (() => Fields),
  without: Attack["without"],
  reportId?: string,
): Attack => ({
  name: `${name} is refused`,
  as: ROLES,
  run: async (fixtures, person) => {
    const id = reportId ?? newId();
    // An earlier person's report may lie there where nothing refused it.
    await deleteDoc(doc(fixtures.stored, "issues", id));
    const fields = typeof overrides === "function" ? overrides() : overrides;
    return commit(fixtures.as(person), [...fileIssue(PEOPLE[person], id).slice(0, 1), bump(id, fields)]);
  },
  without,
});

describeAttacks("the board moves only with the issue it names", [
  {
    name: "a bump alone is refused",
    run: async (fixtures) => commit(fixtures.as("member"), [bump((await seedIssue(fixtures)).id)]),
    without: ISSUE_MOVES,
  },
  {
    name: "an admin's bump alone is refused",
    run: async (fixtures) => commit(fixtures.as("admin"), [bump((await seedIssue(fixtures)).id)]),
    without: ISSUE_MOVES,
  },
  {
    name: "a bump alone right after one's own amendment of the report is refused",
    as: MEMBERS,
    run: async (fixtures, person) => {
      const { id } = await seedIssue(fixtures);
      await commit(fixtures.as(person), amend(PEOPLE[person], id, newId()));
      return commit(fixtures.as(person), [bump(id)]);
    },
    without: ISSUE_MOVES,
  },
  {
    name: "a bump alone right after the report was deleted is refused",
    as: MEMBERS,
    run: async (fixtures, person) => {
      const { id, fields } = await seedIssue(fixtures);
      await commit(fixtures.as("admin"), remove(admin, id, fields));
      return commit(fixtures.as(person), [bump(id)]);
    },
    without: ISSUE_MOVES,
  },
  {
    name: "a bump that names a report in the trash is refused",
    run: async (fixtures) => commit(fixtures.as("member"), [bump((await seedTrash(fixtures)).id)]),
    without: ISSUE_MOVES,
  },
  {
    name: "a bump that names an issue nobody touched is refused",
    run: async (fixtures) => {
      const [touched, named] = [await seedIssue(fixtures), await seedIssue(fixtures)];
      return commit(fixtures.as("member"), [...amend(member, touched.id, newId()).slice(0, 1), bump(named.id)]);
    },
    without: [ISSUE_MOVES, NAMED],
  },
  {
    name: "a second report in the batch, unseen because its update time stays, is refused",
    run: async (fixtures) => {
      const [named, beside] = [await seedIssue(fixtures), await seedIssue(fixtures)];
      const [unseen] = amend(member, beside.id, newId(), {}, { updatedAt: named.fields.updatedAt });
      return commit(fixtures.as("member"), [unseen!, ...amend(member, named.id, newId())]);
    },
    without: [{ out: "request.resource.data.updatedAt == request.time" }, NAMED],
  },
  {
    name: "a bump alone that names a number is refused",
    run: async (fixtures) => {
      await seedIssue(fixtures);
      return commit(fixtures.as("member"), [bump("", { issueId: 4_711 })]);
    },
    without: [ISSUE_MOVES, NAMES_A_TEXT],
  },
  withReport("a bump that names no issue there is", { issueId: "nowhere" }, [ISSUE_MOVES, NAMED]),
  withReport("a bump that names a path", { issueId: "../members/ada" }, [ISSUE_MOVES, NAMED]),
  withReport("a bump that names a number", { issueId: 4_711 }, [NAMES_A_TEXT, NAMED], "4711"),
]);

/** An admin does something proper to one report and, in the same batch, what `second` says to another. */
const withSecond = (name: string, second: (fixtures: RulesFixtures) => Promise<Write[]>): Attack => ({
  name: `a second report ${name} in the batch is refused, for the board names one`,
  run: async (fixtures) => {
    const { id } = await seedIssue(fixtures);
    const writes = (await second(fixtures)).filter((write) => !("update" in write && write.update === "boards/main"));
    return commit(fixtures.as("admin"), [...writes, ...amend(admin, id, newId())]);
  },
  without: NAMED,
});

describeAttacks("the board names every report that a commit changes, which is one", [
  withSecond("filed", async () => fileIssue(admin, newId())),
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

describeAttacks("the board counts by one", [
  withReport("a bump by two", { revision: increment(2) }, BY_ONE),
  withReport("a bump backwards", { revision: increment(-1) }, BY_ONE),
  withReport("a revision far ahead", { revision: 9_007_199_254_740_991 }, BY_ONE),
  withReport("a revision that is no whole number", { revision: increment(0.5) }, [BY_ONE, WHOLE]),
  withReport("a revision that is a text", { revision: "2" }, [BY_ONE, WHOLE]),
  ...OTHER_TIMES.map(([when, offMs]) =>
    withReport(`a bump dated ${when}`, () => ({ changedAt: offNow(offMs) }), CHANGED_AT),
  ),
  withReport("an extra field on the board", { note: "x" }, THREE_FIELDS),
]);

describe("a board that is not there", () => {
  const fixtures = useFixtures();

  test("is not made by a report, and the report is refused", async () => {
    await deleteDoc(doc(fixtures().stored, "boards/main"));
    const id = newId();
    const made = { revision: 1, changedAt: serverTimestamp(), issueId: id };
    const writes = [
      { set: `issues/${id}`, fields: newIssue(admin) },
      { set: "boards/main", fields: made },
    ];
    await assertFails(commit(fixtures().as("admin"), writes));
    await assertFails(setDoc(doc(fixtures().as("admin"), "boards/main"), made));
    await assertFails(updateDoc(doc(fixtures().as("admin"), "boards/main"), made));
    await seedBoard(fixtures());
  });
});
