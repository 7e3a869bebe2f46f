import { isDeepStrictEqual } from "node:util";
import {
  attachmentPath,
  type CreateIssue,
  DETAIL_FIELDS,
  type Failure,
  FOREIGN_FIELDS,
  firstStatus,
  toWire,
  type WireIssue,
} from "@logbook/domain";
import type { Caller } from "../accounts/session.ts";
import type { CallerStore } from "../firestore/caller-store.ts";
import { readStoredReport, type StoredData } from "../firestore/stored-report.ts";
import { decodeFields, encodeFields, type Storable } from "../firestore/values.ts";
import { createDocument } from "../firestore/writes.ts";
import { type ApiResponse, created, failure, isFailure } from "../http/response.ts";
import { type ClaimedFiles, claimFiles } from "./claim-files.ts";
import { isInTrash } from "./is-in-trash.ts";
import { mayBeRace, toFailure } from "./refusals.ts";
import type { ReportCache } from "./report-cache.ts";
import { filesProblem } from "./uploaded-files.ts";

const EXISTS = failure(
  "already-exists",
  "There is, or was, another report with this id. Please send this one under a new id.",
);

/**
 * Files a report as the caller. Sending the same report again under its id gives the same answer, another report a
 * conflict.
 */
export async function createReport(
  store: CallerStore,
  cache: ReportCache,
  caller: Caller,
  input: CreateIssue,
): Promise<ApiResponse | Failure> {
  const claimed = claimFiles(input, caller.uid);
  if (isFailure(claimed)) return claimed;
  const { id } = claimed;
  const problem = await filesProblem(claimed.files);
  if (problem !== null) return problem;

  const content = contentOf(input, claimed, caller);
  const fields = {
    ...content,
    status: firstStatus(input.type),
    amendments: {},
    lastAmendment: "",
    updatedBy: caller.uid,
  };
  const outcome = await store.commit(id, [
    createDocument(`issues/${id}`, encodeFields(fields), ["createdAt", "updatedAt"]),
  ]);
  if ("time" in outcome) {
    const { time, version } = outcome;
    const issue = wireOf(id, { ...fields, createdAt: time, updatedAt: time });
    cache.set(version, issue);
    return created({ issue });
  }
  if (!mayBeRace(outcome.refusal)) return toFailure(outcome.refusal);

  const read = await store.readReport(id);
  if ("refusal" in read) return toFailure(read.refusal);
  if (read.document === null) return (await isInTrash(id)) ? EXISTS : toFailure(outcome.refusal);
  const stored = decodeFields(read.document.fields);
  return hasContent(stored, content) ? created({ issue: wireOf(id, stored) }) : EXISTS;
}

function wireOf(id: string, stored: StoredData): WireIssue {
  return toWire(readStoredReport(id, stored).issue);
}

/** The fields of a report that never change after it is filed. */
function contentOf(input: CreateIssue, { files }: ClaimedFiles, caller: Caller): Record<string, Storable> {
  const otherType: readonly string[] = FOREIGN_FIELDS[input.type];
  return {
    type: input.type,
    title: input.title,
    description: input.description,
    priority: input.priority,
    reporterId: caller.uid,
    reporter: caller.username,
    ...Object.fromEntries(DETAIL_FIELDS.map((field) => [field, otherType.includes(field) ? "" : input[field]])),
    attachments: files.map(({ name, size, type, ref }) => ({ name, size, type, path: attachmentPath(ref) })),
  };
}

function hasContent(stored: StoredData, content: Record<string, Storable>): boolean {
  return isDeepStrictEqual(Object.fromEntries(Object.keys(content).map((field) => [field, stored[field]])), content);
}
