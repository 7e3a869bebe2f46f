import { DETAIL_FIELDS } from "@logbook/domain";
import { doc, getDoc } from "firebase/firestore";
import { describe, expect, test } from "vitest";
import { IDENTITIES } from "../shared/actors.ts";
import { newId } from "../shared/builders.ts";
import { describeAttacks } from "./expectations.ts";
import { type RulesFixtures, useFixtures } from "./fixtures.ts";
import { callRest, documentName, type RestValue, restBoard, restCommit, restStepWrite } from "./rest.ts";
import { seedIssue } from "./seeds.ts";

const { member } = IDENTITIES;

const patchStatus = async (fixtures: RulesFixtures) => {
  const { id } = await seedIssue(fixtures);
  const path = `${documentName(fixtures, `issues/${id}`)}?updateMask.fieldPaths=status`;
  return callRest(fixtures, "member", "PATCH", path, { fields: { status: { stringValue: "IN_PROGRESS" } } });
};

describeAttacks("direct calls of Firestore's REST API", [
  {
    name: "a member's PATCH of a status is refused",
    run: patchStatus,
    without: {
      find: "allow update: if isMember() && boardMovesOn(id)",
      replace: "allow update: if true || boardMovesOn(id)",
    },
  },
  {
    name: "a member's step with stamps and board, as the API would send it, is refused",
    run: async (fixtures) => {
      const { id } = await seedIssue(fixtures);
      return restCommit(fixtures, "member", [
        restStepWrite(fixtures, id, "member", "IN_PROGRESS"),
        restBoard(fixtures, id),
      ]);
    },
    without: { find: "((isAdmin() && isOneStep())", replace: "((isOneStep())" },
  },
  {
    name: "a revision with a decimal point is refused",
    run: async (fixtures) => {
      const { id } = await seedIssue(fixtures);
      const revision = (await getDoc(doc(fixtures.stored, "boards/main"))).get("revision") as number;
      const ahead: RestValue = { doubleValue: revision + 1 };
      return restCommit(fixtures, "admin", [
        restStepWrite(fixtures, id, "admin", "IN_PROGRESS"),
        restBoard(fixtures, id, { revision: ahead }),
      ]);
    },
    without: { find: "request.resource.data.revision is int" },
  },
]);

describe("the same calls by members with permission", () => {
  const fixtures = useFixtures();

  test("an admin's step with stamps and board is stored", async () => {
    const { id } = await seedIssue(fixtures());
    await restCommit(fixtures(), "admin", [
      restStepWrite(fixtures(), id, "admin", "IN_PROGRESS"),
      restBoard(fixtures(), id),
    ]);
    expect((await getDoc(doc(fixtures().stored, "issues", id))).get("status")).toBe("IN_PROGRESS");
  });

  const fields = (title: RestValue, more: Record<string, RestValue> = {}): Record<string, RestValue> => ({
    ...Object.fromEntries([...DETAIL_FIELDS, "lastAmendment"].map((name) => [name, { stringValue: "" }])),
    type: { stringValue: "bug" },
    status: { stringValue: "OPEN" },
    priority: { stringValue: "LOW" },
    description: { stringValue: "As it says." },
    reporterId: { stringValue: member.uid },
    reporter: { stringValue: member.username },
    updatedBy: { stringValue: member.uid },
    attachments: { arrayValue: {} },
    amendments: { mapValue: {} },
    title,
    ...more,
  });
  const fileReport = async (id: string, document: Record<string, RestValue>) => {
    const last = (await getDoc(doc(fixtures().stored, "boards/main"))).get("lastNumber") as number;
    const number = { integerValue: String(last + 1) };
    await restCommit(fixtures(), "member", [
      {
        update: { name: documentName(fixtures(), `issues/${id}`), fields: { ...document, number } },
        updateTransforms: ["createdAt", "updatedAt"].map((fieldPath) => ({
          fieldPath,
          setToServerValue: "REQUEST_TIME",
        })),
        currentDocument: { exists: false },
      },
      restBoard(fixtures(), id, { lastNumber: number }),
    ]);
  };
  const isStored = async (id: string) => (await getDoc(doc(fixtures().stored, "issues", id))).exists();

  test("a member's report is stored", async () => {
    const id = newId();
    await fileReport(id, fields({ stringValue: "Plain" }));
    expect(await isStored(id)).toBe(true);
  });

  test.each([
    ["a field named __proto__", fields({ stringValue: "Plain" }, { ["__proto__"]: { stringValue: "x" } })],
    ["half a surrogate pair in the title", fields({ stringValue: "a\ud83e" })],
    ["a title that is bytes", fields({ bytesValue: "YWJj" })],
  ])("a report with %s is refused and not stored", async (_, document) => {
    const id = newId();
    await expect(fileReport(id, document)).rejects.toMatchObject({
      code: expect.stringMatching(/^(400|permission-denied)$/),
    });
    expect(await isStored(id)).toBe(false);
  });
});
