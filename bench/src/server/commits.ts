import { randomUUID } from "node:crypto";
import { DETAIL_FIELDS, firstStatus, recordOf } from "@logbook/domain";
import { reportAt } from "../data/reports.ts";
import { ADMIN, MEMBER } from "../data/seed.ts";

// This file builds the same commits as the function. The bench sends them to Firestore without the function.

const MEMBER_AS_AUTHOR = { by: MEMBER.uid, byName: MEMBER.username };

const serverTime = (fieldPath: string): object => ({ fieldPath, setToServerValue: "REQUEST_TIME" });

/** The body of `POST /api/issues` for the report with this index. */
export function reportBody(index: number) {
  const report = reportAt(index);
  const { type, title, description, priority } = report;
  const details = recordOf(DETAIL_FIELDS, (field) => report[field]);
  return { type, title, description, priority, ...details, attachments: [] };
}

/**
 * Bodies of commits to the documents below this name (Firestore's REST API). Each also raises the board's revision and
 * records an event in the report's history.
 */
export function commitBodies(documents: string) {
  const commit = (
    id: string,
    issueWrite: object,
    issueFields: object,
    eventFields: object,
    boardFields: object = {},
  ): object => {
    const event = randomUUID();
    const movedBoard = { issueId: id, event, ...boardFields };
    const boardWrite = {
      update: { name: `${documents}/boards/main`, fields: restFields(movedBoard) },
      updateMask: { fieldPaths: Object.keys(movedBoard) },
      updateTransforms: [{ fieldPath: "revision", increment: { integerValue: "1" } }, serverTime("changedAt")],
    };
    const update = { name: `${documents}/issues/${id}`, fields: restFields(issueFields) };
    const eventWrite = {
      update: { name: `${documents}/history/${event}`, fields: restFields({ issueId: id, ...eventFields }) },
      updateTransforms: [serverTime("at")],
      currentDocument: { exists: false },
    };
    return { writes: [{ update, ...issueWrite }, eventWrite, boardWrite] };
  };

  return {
    /** Creates a report with the texts of generated report `index`. `number` must be the board's last number + 1. */
    newReport(id: string, index: number, number: number): object {
      const body = reportBody(index);
      const origin = { status: firstStatus(body.type), reporterId: MEMBER.uid, reporter: MEMBER.username, number };
      const issueWrite = {
        updateTransforms: ["createdAt", "updatedAt"].map(serverTime),
        currentDocument: { exists: false },
      };
      const fields = { ...body, ...origin, amendments: {}, updatedBy: MEMBER.uid };
      const event = { kind: "created", from: null, to: origin.status, ...MEMBER_AS_AUTHOR };
      return commit(id, issueWrite, fields, event, { lastNumber: number });
    },

    /** Changes a report's status as the admin. */
    statusChange(id: string, from: string, status: string): object {
      const fields = { status, updatedBy: ADMIN.uid, handledByAdmin: true };
      const issueWrite = {
        updateMask: { fieldPaths: Object.keys(fields) },
        updateTransforms: [serverTime("updatedAt")],
        currentDocument: { exists: true },
      };
      const event = { kind: "status", from, to: status, by: ADMIN.uid, byName: ADMIN.username };
      return commit(id, issueWrite, fields, event);
    },

    /** Adds an amendment as the member. */
    amendment(id: string, amendmentId: string, text: string): object {
      const amendment = { text, createdBy: MEMBER.username, createdById: MEMBER.uid };
      // In a field path, Firestore allows hyphens, which an id may have, only between backticks.
      const amendmentPath = `amendments.\`${amendmentId}\``;
      const issueWrite = {
        updateMask: { fieldPaths: [amendmentPath, "updatedBy"] },
        updateTransforms: [`${amendmentPath}.createdAt`, "updatedAt"].map(serverTime),
        currentDocument: { exists: true },
      };
      const amendments = { [amendmentId]: amendment };
      const event = { kind: "amended", from: null, to: amendmentId, ...MEMBER_AS_AUTHOR };
      return commit(id, issueWrite, { amendments, updatedBy: MEMBER.uid }, event);
    },
  };
}

/** Values in the JSON of Firestore's REST API. */
function restFields(fields: object): Record<string, object> {
  return Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, restValue(value)]));
}

function restValue(value: unknown): object {
  if (value === null) return { nullValue: null };
  if (typeof value === "string") return { stringValue: value };
  if (typeof value === "number") return { integerValue: String(value) };
  if (typeof value === "boolean") return { booleanValue: value };
  // The only list, that of a new report's attachments, is empty.
  if (Array.isArray(value)) return { arrayValue: {} };
  return { mapValue: { fields: restFields(value as object) } };
}
