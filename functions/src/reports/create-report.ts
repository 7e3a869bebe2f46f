import { isDeepStrictEqual } from "node:util";
import {
  areaOfPage,
  type CreateIssue,
  DETAIL_FIELDS,
  type Failure,
  FIELDS_OF_OTHER_TYPE,
  firstStatus,
} from "@logbook/domain";
import { adminMark } from "../accounts/member.ts";
import type { Caller } from "../accounts/session.ts";
import {
  type AttachedFile,
  checkAndProtectFiles,
  parseAttachedFiles,
  toStoredAttachments,
} from "../attachments/attached-files.ts";
import { parseAreas, parseLastNumber } from "../firestore/board-head.ts";
import type { StoredDocument } from "../firestore/documents.ts";
import { encodeFields, type Storable } from "../firestore/values.ts";
import { type Commit, createDocument } from "../firestore/writes.ts";
import { type ApiResponse, created, failure, isFailure } from "../http/response.ts";
import { authorFollowWrites } from "../news/follows.ts";
import { eventWrites, toWireIssue } from "./change-report.ts";

const ID_TAKEN = failure(
  "already-exists",
  "There is, or was, another report with this id. Please send this one under a new id.",
);

/** The paths of the documents that decide whether and as what a report can be filed. */
export function readsOfNewReport(input: CreateIssue, uid: string, newId: string) {
  const reportFiles = parseAttachedFiles(input, uid, newId);
  const id = isFailure(reportFiles) ? newId : reportFiles.id;
  return { report: `issues/${id}`, trash: `trash/${id}`, board: "boards/main", follows: `follows/${uid}` };
}

/**
 * Files a report with the next number. If the same report is sent again under the same id, the response is the same.
 * Another report under that id is refused.
 */
export async function createReport(
  caller: Caller,
  documents: { [Name in keyof ReturnType<typeof readsOfNewReport>]: StoredDocument | null },
  input: CreateIssue,
  { newId, isRepeated }: { newId: string; isRepeated: boolean },
): Promise<Commit | ApiResponse | Failure> {
  const reportFiles = parseAttachedFiles(input, caller.uid, newId);
  if (isFailure(reportFiles)) return reportFiles;
  const { id, files } = reportFiles;
  const fileProblem = isRepeated ? null : await checkAndProtectFiles(files);
  if (fileProblem !== null) return fileProblem;

  const content = contentOf(input, files, caller);
  if (documents.report !== null) {
    const { data } = documents.report;
    const storedContent = Object.fromEntries(Object.keys(content).map((field) => [field, data[field]]));
    return isDeepStrictEqual(storedContent, content) ? created({ issue: toWireIssue(id, data) }) : ID_TAKEN;
  }
  if (documents.trash !== null) return ID_TAKEN;
  const status = firstStatus(input.type);
  const board = documents.board?.data ?? {};
  const number = parseLastNumber(board) + 1;
  // Not part of `content`: if the same report is sent again, the admins may have changed the areas.
  const area = input.area || (areaOfPage(parseAreas(board), input.websiteUrl)?.id ?? "");
  const fields = { ...content, area, number, status, amendments: {}, updatedBy: caller.uid, ...adminMark(caller) };
  return {
    writes: [
      createDocument(`issues/${id}`, encodeFields(fields), ["createdAt", "updatedAt"]),
      ...eventWrites(id, caller, { kind: "created", from: null, to: status }, { lastNumber: number }),
      ...authorFollowWrites(caller.uid, id, documents.follows),
    ],
    respond: (time) => created({ issue: toWireIssue(id, { ...fields, createdAt: time, updatedAt: time }) }),
  };
}

/** The fields that are equal if the same report is sent again, unless the stored one was edited or corrected. */
function contentOf(input: CreateIssue, files: readonly AttachedFile[], caller: Caller): Record<string, Storable> {
  const otherTypeFields: readonly string[] = FIELDS_OF_OTHER_TYPE[input.type];
  return {
    type: input.type,
    title: input.title,
    description: input.description,
    priority: input.priority,
    reporterId: caller.uid,
    reporter: caller.username,
    ...Object.fromEntries(DETAIL_FIELDS.map((field) => [field, otherTypeFields.includes(field) ? "" : input[field]])),
    attachments: toStoredAttachments(files),
  };
}
