import { DETAIL_FIELDS, type DetailField, firstStatus } from "@logbook/domain";
import { reportAt } from "../data/reports.ts";
import type { SeedMember } from "../data/seed.ts";

// This file builds the same commits as the function. The bench sends them to Firestore without the function.

/** A value in the JSON of Firestore's REST API. */
type FirestoreValue =
  | { stringValue: string }
  | { integerValue: string }
  | { arrayValue: object }
  | { mapValue: { fields?: Record<string, FirestoreValue> } };

const serverTime = (fieldPath: string): object => ({ fieldPath, setToServerValue: "REQUEST_TIME" });

/** The body of `POST /api/issues` for the report with this index. */
export function reportBody(index: number) {
  const report = reportAt(index);
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

  /** Moves the board. Only a commit that files a report sets `lastNumber`. */
  function boardWrite(issueId: string, lastNumber?: number): object {
    const fields = {
      ...textFields({ issueId }),
      ...(lastNumber !== undefined && { lastNumber: integer(lastNumber) }),
    };
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

    /** Files a report with the texts of the generated report `index`. `number` must be the board's last number + 1. */
    newReportCommit(id: string, index: number, number: number, { uid, username }: SeedMember): object {
      // `textFields` takes texts only, so the empty list of attachments is added below.
      const { attachments: _, ...report } = reportBody(index);
      const fields = {
        ...textFields({ ...report, status: firstStatus(report.type), reporterId: uid, reporter: username }),
        ...textFields({ lastAmendment: "", updatedBy: uid }),
        number: integer(number),
        attachments: { arrayValue: {} },
        amendments: { mapValue: {} },
      };
      const issueWrite = {
        update: { name: `${documents}/issues/${id}`, fields },
        updateTransforms: ["createdAt", "updatedAt"].map(serverTime),
        currentDocument: { exists: false },
      };
      return { writes: [issueWrite, boardWrite(id, number)] };
    },

    /** Changes a report's status as an admin, on the condition that the report still has this `updateTime`. */
    stepCommit(id: string, status: string, updateTime: string, { uid }: SeedMember): object {
      const issueWrite = {
        update: {
          name: `${documents}/issues/${id}`,
          fields: { ...textFields({ status, updatedBy: uid }), handledByAdmin: { booleanValue: true } },
        },
        updateMask: { fieldPaths: ["status", "updatedBy", "handledByAdmin"] },
        updateTransforms: [serverTime("updatedAt")],
        currentDocument: { updateTime },
      };
      return { writes: [issueWrite, boardWrite(id)] };
    },

    /** Adds an amendment as this member. */
    amendmentCommit(id: string, amendmentId: string, text: string, { uid, username }: SeedMember): object {
      const amendment: FirestoreValue = {
        mapValue: { fields: textFields({ text, createdBy: username, createdById: uid }) },
      };
      // In a field path, Firestore allows hyphens, which an id may have, only between backticks.
      const amendmentPath = `amendments.\`${amendmentId}\``;
      const issueWrite = {
        update: {
          name: `${documents}/issues/${id}`,
          fields: {
            amendments: { mapValue: { fields: { [amendmentId]: amendment } } },
            ...textFields({ lastAmendment: amendmentId, updatedBy: uid }),
          },
        },
        updateMask: { fieldPaths: [amendmentPath, "lastAmendment", "updatedBy"] },
        updateTransforms: [`${amendmentPath}.createdAt`, "updatedAt"].map(serverTime),
        currentDocument: { exists: true },
      };
      return { writes: [issueWrite, boardWrite(id)] };
    },
  };
}

const integer = (value: number): FirestoreValue => ({ integerValue: String(value) });

function textFields(fields: Record<string, string>): Record<string, FirestoreValue> {
  return Object.fromEntries(Object.entries(fields).map(([name, stringValue]) => [name, { stringValue }]));
}
