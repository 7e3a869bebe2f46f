import { DETAIL_FIELDS, type DetailField, firstStatus } from "@logbook/domain";
import { reportAt } from "../data/reports.ts";
import type { SeedMember } from "../data/seed.ts";

/*
 * The writes of the three actions as Firestore's REST API takes them: what the function sends, for the bare commits that
 * it is compared with.
 */

type Value = { stringValue: string } | { arrayValue: object } | { mapValue: { fields?: Record<string, Value> } };

const serverTime = (fieldPath: string): object => ({ fieldPath, setToServerValue: "REQUEST_TIME" });

/** What a new report's form holds, as the API takes it. */
export function reportBody(n: number) {
  const report = reportAt(n);
  const { type, title, description, priority } = report;
  const details = Object.fromEntries(DETAIL_FIELDS.map((field) => [field, report[field]])) as Record<
    DetailField,
    string
  >;
  return { type, title, description, priority, ...details, attachments: [] };
}

/** Commits under one project. */
export function firestoreRest(projectId: string) {
  const documents = `projects/${projectId}/databases/(default)/documents`;

  function boardMovesOn(issueId: string): object {
    return {
      update: { name: `${documents}/boards/main`, fields: texts({ issueId }) },
      updateMask: { fieldPaths: ["issueId"] },
      updateTransforms: [{ fieldPath: "revision", increment: { integerValue: "1" } }, serverTime("changedAt")],
    };
  }

  return {
    path: `/v1/${documents}:commit`,
    issuePath: (id: string) => `/v1/${documents}/issues/${id}`,

    create(id: string, n: number, { uid, username }: SeedMember): object {
      const { attachments: _, ...texted } = reportBody(n);
      const fields = {
        ...texts({ ...texted, status: firstStatus(texted.type), reporterId: uid, reporter: username }),
        ...texts({ lastAmendment: "", updatedBy: uid }),
        attachments: { arrayValue: {} },
        amendments: { mapValue: {} },
      };
      const issue = {
        update: { name: `${documents}/issues/${id}`, fields },
        updateTransforms: ["createdAt", "updatedAt"].map(serverTime),
        currentDocument: { exists: false },
      };
      return { writes: [issue, boardMovesOn(id)] };
    },

    step(id: string, status: string, updateTime: string, { uid }: SeedMember): object {
      const issue = {
        update: { name: `${documents}/issues/${id}`, fields: texts({ status, updatedBy: uid }) },
        updateMask: { fieldPaths: ["status", "updatedBy"] },
        updateTransforms: [serverTime("updatedAt")],
        currentDocument: { updateTime },
      };
      return { writes: [issue, boardMovesOn(id)] };
    },

    amend(id: string, amendmentId: string, text: string, { uid, username }: SeedMember): object {
      const amendment: Value = { mapValue: { fields: texts({ text, createdBy: username, createdById: uid }) } };
      const issue = {
        update: {
          name: `${documents}/issues/${id}`,
          fields: {
            amendments: { mapValue: { fields: { [amendmentId]: amendment } } },
            ...texts({ lastAmendment: amendmentId, updatedBy: uid }),
          },
        },
        updateMask: { fieldPaths: [`amendments.\`${amendmentId}\``, "lastAmendment", "updatedBy"] },
        updateTransforms: [`amendments.\`${amendmentId}\`.createdAt`, "updatedAt"].map(serverTime),
        currentDocument: { exists: true },
      };
      return { writes: [issue, boardMovesOn(id)] };
    },
  };
}

function texts(fields: Record<string, string>): Record<string, Value> {
  return Object.fromEntries(Object.entries(fields).map(([name, stringValue]) => [name, { stringValue }]));
}
