import { DETAIL_FIELDS, type DetailField, firstStatus } from "@logbook/domain";
import { reportAt } from "../data/reports.ts";
import type { SeedMember } from "../data/seed.ts";

// This file builds the same commits as the function. The bench sends them to Firestore without the function.

type Value =
  | { stringValue: string }
  | { integerValue: string }
  | { arrayValue: object }
  | { mapValue: { fields?: Record<string, Value> } };

const serverTime = (fieldPath: string): object => ({ fieldPath, setToServerValue: "REQUEST_TIME" });

/** The body of `POST /api/issues` for the report with index `n`. */
export function reportBody(n: number) {
  const report = reportAt(n);
  const { type, title, description, priority } = report;
  const details = Object.fromEntries(DETAIL_FIELDS.map((field) => [field, report[field]])) as Record<
    DetailField,
    string
  >;
  return { type, title, description, priority, ...details, attachments: [] };
}

/** Paths and request bodies for Firestore's REST API in one project. */
export function firestoreRest(projectId: string) {
  const documents = `projects/${projectId}/databases/(default)/documents`;

  function boardWrite(issueId: string, number?: number): object {
    const fields = { ...textFields({ issueId }), ...(number !== undefined && { lastNumber: integer(number) }) };
    return {
      update: { name: `${documents}/boards/main`, fields },
      updateMask: { fieldPaths: Object.keys(fields) },
      updateTransforms: [{ fieldPath: "revision", increment: { integerValue: "1" } }, serverTime("changedAt")],
    };
  }

  return {
    commitPath: `/v1/${documents}:commit`,
    issuePath: (id: string) => `/v1/${documents}/issues/${id}`,
    boardPath: `/v1/${documents}/boards/main`,

    /** A new report with the text of the report with index `n`. `number` must be the board's last number + 1. */
    createCommit(id: string, n: number, number: number, { uid, username }: SeedMember): object {
      const { attachments: _, ...report } = reportBody(n);
      const fields = {
        ...textFields({ ...report, status: firstStatus(report.type), reporterId: uid, reporter: username }),
        ...textFields({ lastAmendment: "", updatedBy: uid }),
        number: integer(number),
        attachments: { arrayValue: {} },
        amendments: { mapValue: {} },
      };
      const issue = {
        update: { name: `${documents}/issues/${id}`, fields },
        updateTransforms: ["createdAt", "updatedAt"].map(serverTime),
        currentDocument: { exists: false },
      };
      return { writes: [issue, boardWrite(id, number)] };
    },

    stepCommit(id: string, status: string, updateTime: string, { uid }: SeedMember): object {
      const issue = {
        update: {
          name: `${documents}/issues/${id}`,
          fields: { ...textFields({ status, updatedBy: uid }), handledByAdmin: { booleanValue: true } },
        },
        updateMask: { fieldPaths: ["status", "updatedBy", "handledByAdmin"] },
        updateTransforms: [serverTime("updatedAt")],
        currentDocument: { updateTime },
      };
      return { writes: [issue, boardWrite(id)] };
    },

    amendmentCommit(id: string, amendmentId: string, text: string, { uid, username }: SeedMember): object {
      const amendment: Value = { mapValue: { fields: textFields({ text, createdBy: username, createdById: uid }) } };
      const issue = {
        update: {
          name: `${documents}/issues/${id}`,
          fields: {
            amendments: { mapValue: { fields: { [amendmentId]: amendment } } },
            ...textFields({ lastAmendment: amendmentId, updatedBy: uid }),
          },
        },
        updateMask: { fieldPaths: [`amendments.\`${amendmentId}\``, "lastAmendment", "updatedBy"] },
        updateTransforms: [`amendments.\`${amendmentId}\`.createdAt`, "updatedAt"].map(serverTime),
        currentDocument: { exists: true },
      };
      return { writes: [issue, boardWrite(id)] };
    },
  };
}

const integer = (value: number): Value => ({ integerValue: String(value) });

function textFields(fields: Record<string, string>): Record<string, Value> {
  return Object.fromEntries(Object.entries(fields).map(([name, stringValue]) => [name, { stringValue }]));
}
