import { assertSucceeds } from "@firebase/rules-unit-testing";
import { DETAIL_FIELDS } from "@logbook/domain";
import { deleteField, doc, getDoc } from "firebase/firestore";
import { describe, expect, test } from "vitest";
import { type Actor, IDENTITIES, MEMBERS, ROLES } from "../shared/actors.ts";
import {
  amend,
  boardWrite,
  commit,
  type Fields,
  fileIssue,
  newId,
  newIssue,
  restore,
  step,
  type Write,
} from "../shared/builders.ts";
import { type Attack, describeAttacks, type RulesChange } from "./expectations.ts";
import { type RulesFixtures, useFixtures } from "./fixtures.ts";
import { documentName, type RestValue, restCommit } from "./rest.ts";
import { seed, seedBoard, seedIssue, seedTrash } from "./seeds.ts";

const { member, admin } = IDENTITIES;

const WHOLE_NUMBER: RulesChange = { find: "issue.number is int" };
const NEXT: RulesChange = { find: "issue.number == lastNumber(get(boardPath())) + 1" };
const COUNTED: RulesChange = { find: "issue.number == lastNumber(getAfter(boardPath()))" };
const BOARD_WHOLE: RulesChange = { find: "board.lastNumber is int" };
const BOARD_NEXT: RulesChange = { find: "board.lastNumber == lastNumber(resource) + 1" };
const BOARD_COUNTS: RulesChange = { find: "getAfter(issuePath(board.issueId)).data.number == board.lastNumber" };

/** The board after four reports. */
const seedBoardWith4 = (fixtures: RulesFixtures) =>
  seed(fixtures, "boards", { revision: 9, lastNumber: 4, issueId: "", changedAt: new Date() }, "main");

/** A report with this number and a board with this last number, where 5 is the next. */
const withNumber = (name: string, number: unknown, lastNumber: unknown, without: Attack["without"]): Attack => ({
  name: `${name} is refused`,
  as: ROLES,
  run: async (fixtures, actor) => {
    await seedBoardWith4(fixtures);
    const board: Fields = lastNumber === undefined ? {} : { lastNumber };
    const id = newId();
    return commit(fixtures.as(actor), [
      { set: `issues/${id}`, fields: newIssue(IDENTITIES[actor], { number }) },
      boardWrite(id, board),
    ]);
  },
  without,
});

describeAttacks("a new report has the next number", [
  withNumber("the number of the last report", 4, undefined, NEXT),
  withNumber("the number of the last report, counted a second time,", 4, 5, [NEXT, COUNTED, BOARD_COUNTS]),
  withNumber("a number that skips one", 6, 6, [NEXT, BOARD_NEXT]),
  withNumber("a number that the board does not count", 5, undefined, COUNTED),
  withNumber("a number that differs from the board's", 6, 5, [NEXT, COUNTED, BOARD_COUNTS]),
  withNumber("a number that is a text", "5", 5, [WHOLE_NUMBER, NEXT, COUNTED, BOARD_COUNTS]),
  withNumber("a number of 0", 0, 0, [NEXT, BOARD_NEXT]),
]);

/** The JavaScript SDK sends every whole number as an integer, so these attacks use the REST API. */
const withDouble = (name: string, number: RestValue, lastNumber: RestValue, without: Attack["without"]): Attack => ({
  name: `${name} with a decimal point is refused`,
  as: ROLES,
  run: async (fixtures, actor) => {
    await seedBoardWith4(fixtures);
    const id = newId();
    const texts = [...DETAIL_FIELDS, "lastAmendment"].map((field) => [field, ""]);
    const { uid, username } = IDENTITIES[actor];
    const fields = { type: "bug", status: "OPEN", priority: "LOW", title: "One", description: "Two", reporterId: uid };
    const strings = Object.entries({ ...Object.fromEntries(texts), ...fields, reporter: username, updatedBy: uid });
    const now = (fieldPath: string) => ({ fieldPath, setToServerValue: "REQUEST_TIME" });
    return restCommit(fixtures, actor, [
      {
        update: {
          name: documentName(fixtures, `issues/${id}`),
          fields: {
            ...Object.fromEntries(strings.map(([field, stringValue]) => [field, { stringValue }])),
            attachments: { arrayValue: {} },
            amendments: { mapValue: {} },
            number,
          },
        },
        updateTransforms: [now("createdAt"), now("updatedAt")],
      },
      {
        update: {
          name: documentName(fixtures, "boards/main"),
          fields: { issueId: { stringValue: id }, lastNumber },
        },
        updateMask: { fieldPaths: ["issueId", "lastNumber"] },
        updateTransforms: [{ fieldPath: "revision", increment: { integerValue: "1" } }, now("changedAt")],
      },
    ]);
  },
  without,
});

describeAttacks("numbers are whole", [
  withDouble("a number", { doubleValue: 5 }, { integerValue: "5" }, WHOLE_NUMBER),
  withDouble("a last number", { integerValue: "5" }, { doubleValue: 5 }, BOARD_WHOLE),
]);

/** A valid write of a stored report, together with a move of the board that changes the last number. */
const withLastNumber = (
  name: string,
  lastNumber: unknown,
  write: (id: string, actor: Actor) => Write[],
  without: Attack["without"],
  as: readonly Actor[] = ["admin"],
): Attack => ({
  name: `${name} is refused`,
  as,
  run: async (fixtures, actor) => {
    await seedBoardWith4(fixtures);
    const { id } = await seedIssue(fixtures, { number: 3 });
    const writes = write(id, actor).filter((one) => !("update" in one && one.update === "boards/main"));
    return commit(fixtures.as(actor), [...writes, boardWrite(id, { lastNumber })]);
  },
  without,
});

const amendReport = (id: string, actor: Actor) => amend(IDENTITIES[actor], id, newId());
const stepReport = (id: string, actor: Actor) => step(IDENTITIES[actor], id, "IN_PROGRESS");

describeAttacks("only a new report moves the last number", [
  withLastNumber("an amendment that raises the last number", 5, amendReport, BOARD_COUNTS, MEMBERS),
  withLastNumber("an amendment that sets the last number to the report's", 3, amendReport, BOARD_NEXT, MEMBERS),
  withLastNumber("an amendment that lowers the last number", 0, amendReport, [BOARD_NEXT, BOARD_COUNTS], MEMBERS),
  withLastNumber("a step that raises the last number", 5, stepReport, BOARD_COUNTS),
  withLastNumber("a step that removes the last number", deleteField(), stepReport, {
    find: "(lastNumber(request.resource) == lastNumber(resource) || countsIssue(request.resource.data))",
  }),
  {
    name: "a restore that lowers the last number to the report's is refused",
    run: async (fixtures) => {
      await seedBoardWith4(fixtures);
      const { id, fields } = await seedTrash(fixtures, { number: 3 });
      const writes = restore(admin, id, fields).slice(0, -1);
      return commit(fixtures.as("admin"), [...writes, boardWrite(id, { lastNumber: 3 })]);
    },
    without: BOARD_NEXT,
  },
  {
    name: "a restored report with another number is refused",
    run: async (fixtures) => {
      await seedBoardWith4(fixtures);
      const { id, fields } = await seedTrash(fixtures, { number: 3 });
      return commit(fixtures.as("admin"), restore(admin, id, fields, { number: 2 }));
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
      const { id } = await seedIssue(fixtures);
      return commit(fixtures.as(actor), amend(IDENTITIES[actor], id, newId(), {}, { number: 7 }));
    },
    without: {
      find: "hasOnly(['amendments', 'lastAmendment', 'handledByAdmin', 'updatedAt', 'updatedBy'])",
      replace: "hasOnly(['amendments', 'lastAmendment', 'handledByAdmin', 'updatedAt', 'updatedBy', 'number'])",
    },
  },
  {
    name: "a step that gives the report another number is refused",
    run: async (fixtures) => {
      const { id } = await seedIssue(fixtures);
      return commit(fixtures.as("admin"), step(admin, id, "IN_PROGRESS", { number: 7 }));
    },
    without: {
      find: "hasOnly(['status', 'handledByAdmin', 'updatedAt', 'updatedBy'])",
      replace: "hasOnly(['status', 'handledByAdmin', 'updatedAt', 'updatedBy', 'number'])",
    },
  },
]);

const TRUE_MARK: RulesChange = { find: "written.get('byAdmin', false) in [false, me().isAdmin]" };

describeAttacks("only an admin's report and amendment have an admin's mark", [
  {
    name: "a member's report with the mark is refused",
    run: (fixtures) => commit(fixtures.as("member"), fileIssue(member, newId(), { byAdmin: true })),
    without: TRUE_MARK,
  },
  {
    name: "a report whose mark is a text is refused",
    as: ROLES,
    run: (fixtures, actor) => commit(fixtures.as(actor), fileIssue(IDENTITIES[actor], newId(), { byAdmin: "yes" })),
    without: TRUE_MARK,
  },
  {
    name: "a member's amendment with the mark is refused",
    run: async (fixtures) =>
      commit(fixtures.as("member"), amend(member, (await seedIssue(fixtures)).id, newId(), { byAdmin: true })),
    without: TRUE_MARK,
  },
  {
    name: "an amendment whose mark is a text is refused",
    as: ROLES,
    run: async (fixtures, actor) =>
      commit(fixtures.as(actor), amend(IDENTITIES[actor], (await seedIssue(fixtures)).id, newId(), { byAdmin: "yes" })),
    without: TRUE_MARK,
  },
]);

describe("numbers and marks that are allowed", () => {
  const fixtures = useFixtures();
  const stored = async (path: string) => (await getDoc(doc(fixtures().stored, path))).data();

  test("reports are numbered one after the other", async () => {
    await seedBoardWith4(fixtures());
    const ids = [newId(), newId(), newId()];
    for (const id of ids) await assertSucceeds(commit(fixtures().as("member"), fileIssue(member, id)));
    const numbers = await Promise.all(ids.map(async (id) => (await stored(`issues/${id}`))?.number));
    expect(numbers).toEqual([5, 6, 7]);
    expect(await stored("boards/main")).toMatchObject({ lastNumber: 7 });
  });

  test("the first report on a board without a last number is number 1", async () => {
    await seed(fixtures(), "boards", { revision: 9, issueId: "", changedAt: new Date() }, "main");
    const id = newId();
    await assertSucceeds(commit(fixtures().as("member"), fileIssue(member, id)));
    expect(await stored(`issues/${id}`)).toMatchObject({ number: 1 });
    await seedBoard(fixtures());
  });

  test("a restored report keeps its number and its mark", async () => {
    const { id, fields } = await seedTrash(fixtures(), { number: 3, byAdmin: true });
    await assertSucceeds(commit(fixtures().as("admin"), restore(admin, id, fields)));
    expect(await stored(`issues/${id}`)).toMatchObject({ number: 3, byAdmin: true });
  });

  test("an admin may mark a report and an amendment, or leave the mark out", async () => {
    const id = newId();
    await assertSucceeds(commit(fixtures().as("admin"), fileIssue(admin, id, { byAdmin: true })));
    await assertSucceeds(commit(fixtures().as("admin"), amend(admin, id, newId(), { byAdmin: true })));
    await assertSucceeds(commit(fixtures().as("admin"), amend(admin, id, newId())));
    await assertSucceeds(commit(fixtures().as("member"), amend(member, id, newId(), { byAdmin: false })));
  });
});
