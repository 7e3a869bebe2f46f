import { doc, getDoc } from "firebase/firestore";
import { describe, expect, test } from "vitest";
import { newId } from "../shared/builders.ts";
import { describeAttacks } from "./expectations.ts";
import { type RulesFixtures, useFixtures } from "./fixtures.ts";
import {
  callRest,
  documentName,
  type RestValue,
  restBoardWrite,
  restCommit,
  restNewReportWrite,
  restStepWrite,
} from "./rest.ts";
import { seedReport } from "./seeds.ts";

const patchStatusAsMember = async (fixtures: RulesFixtures) => {
  const { id } = await seedReport(fixtures);
  const path = `${documentName(fixtures, `issues/${id}`)}?updateMask.fieldPaths=status`;
  return callRest(fixtures, "member", "PATCH", path, { fields: { status: { stringValue: "IN_PROGRESS" } } });
};

describeAttacks("direct calls of Firestore's REST API are refused like those of the SDK", [
  {
    name: "a member's PATCH of a status is refused",
    run: patchStatusAsMember,
    without: {
      find: "allow update: if isMember() && isNamedByBoard(id)",
      replace: "allow update: if true || isNamedByBoard(id)",
    },
  },
  {
    name: "a member's step with stamps and a move of the board, as the API would send it, is refused",
    run: async (fixtures) => {
      const { id } = await seedReport(fixtures);
      return restCommit(fixtures, "member", [
        restStepWrite(fixtures, id, "member", "IN_PROGRESS"),
        restBoardWrite(fixtures, id),
      ]);
    },
    without: { find: "((isAdmin() && isOneStep())", replace: "((isOneStep())" },
  },
  {
    name: "a revision with a decimal point is refused",
    run: async (fixtures) => {
      const { id } = await seedReport(fixtures);
      const revision = (await getDoc(doc(fixtures.databaseWithoutRules, "boards/main"))).get("revision") as number;
      const decimalRevision: RestValue = { doubleValue: revision + 1 };
      return restCommit(fixtures, "admin", [
        restStepWrite(fixtures, id, "admin", "IN_PROGRESS"),
        restBoardWrite(fixtures, id, { revision: decimalRevision }),
      ]);
    },
    without: { find: "request.resource.data.revision is int" },
  },
]);

describe("direct calls of Firestore's REST API that stamp the report and move the board", () => {
  const fixtures = useFixtures();

  test("an admin's step is stored", async () => {
    const { id } = await seedReport(fixtures());
    await restCommit(fixtures(), "admin", [
      restStepWrite(fixtures(), id, "admin", "IN_PROGRESS"),
      restBoardWrite(fixtures(), id),
    ]);
    expect((await getDoc(doc(fixtures().databaseWithoutRules, "issues", id))).get("status")).toBe("IN_PROGRESS");
  });

  const fileOverRest = async (id: string, overrides: Record<string, RestValue> = {}) => {
    const lastNumber = (await getDoc(doc(fixtures().databaseWithoutRules, "boards/main"))).get("lastNumber") as number;
    const number = { integerValue: `${lastNumber + 1}` };
    await restCommit(fixtures(), "member", [
      restNewReportWrite(fixtures(), id, "member", { number, ...overrides }),
      restBoardWrite(fixtures(), id, { lastNumber: number }),
    ]);
  };
  const isStored = async (id: string) => (await getDoc(doc(fixtures().databaseWithoutRules, "issues", id))).exists();

  test("a member's report is stored", async () => {
    const id = newId();
    await fileOverRest(id);
    expect(await isStored(id)).toBe(true);
  });

  test.each<[string, Record<string, RestValue>]>([
    // Without brackets, `__proto__` would set the object's prototype.
    ["a field named __proto__", { ["__proto__"]: { stringValue: "x" } }],
    ["half a surrogate pair in the title", { title: { stringValue: "a\ud83e" } }],
    ["a title that is bytes", { title: { bytesValue: "YWJj" } }],
  ])("a member's report with %s is refused and not stored", async (_, overrides) => {
    const id = newId();
    // Firestore answers 400 to some of these values before it evaluates the rules.
    await expect(fileOverRest(id, overrides)).rejects.toMatchObject({
      code: expect.stringMatching(/^(400|permission-denied)$/),
    });
    expect(await isStored(id)).toBe(false);
  });
});
