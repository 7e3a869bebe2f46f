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
import { readIssue, type StoredData } from "../firestore/stored-report.ts";
import { decodeFields, encodeFields, type Storable } from "../firestore/values.ts";
import { create } from "../firestore/writes.ts";
import { type Answer, created, failure, isFailure } from "../http/answer.ts";
import { type Claim, claimFiles } from "./claim-files.ts";
import { isInTrash } from "./is-in-trash.ts";
import type { KnownReports } from "./known-reports.ts";
import { mayBeRace, refused } from "./refusals.ts";
import { filesProblem } from "./uploaded-files.ts";

const EXISTS = failure(
  "already-exists",
  "There is, or was, another report with this id. Please send this one under a new id.",
);

/** Files a report as the caller. The same report again under its id gets the same answer, another one a conflict. */
export async function createIssue(
  store: CallerStore,
  reports: KnownReports,
  caller: Caller,
  input: CreateIssue,
): Promise<Answer | Failure> {
  const claim = claimFiles(input, caller.uid);
  if (isFailure(claim)) return claim;
  const problem = await filesProblem(claim.files);
  if (problem !== null) return problem;

  const content = contentOf(input, claim, caller);
  const fields = {
    ...content,
    status: firstStatus(input.type),
    amendments: {},
    lastAmendment: "",
    updatedBy: caller.uid,
  };
  const outcome = await store.commit(claim.id, [
    create(`issues/${claim.id}`, encodeFields(fields), ["createdAt", "updatedAt"]),
  ]);
  if ("time" in outcome) {
    const { time, version } = outcome;
    const issue = wireOf(claim.id, { ...fields, createdAt: time, updatedAt: time });
    reports.learn(version, issue);
    return created({ issue });
  }
  if (!mayBeRace(outcome.refusal)) return refused(outcome.refusal);

  const read = await store.readIssue(claim.id);
  if ("refusal" in read) return refused(read.refusal);
  if (read.document === null) return (await isInTrash(claim.id)) ? EXISTS : refused(outcome.refusal);
  const stored = decodeFields(read.document.fields);
  return holds(stored, content) ? created({ issue: wireOf(claim.id, stored) }) : EXISTS;
}

function wireOf(id: string, stored: StoredData): WireIssue {
  return toWire(readIssue(id, stored).issue);
}

/** What a report says and who reported it: all that never changes once it is filed. */
function contentOf(input: CreateIssue, { files }: Claim, caller: Caller): Record<string, Storable> {
  const foreign: readonly string[] = FOREIGN_FIELDS[input.type];
  return {
    type: input.type,
    title: input.title,
    description: input.description,
    priority: input.priority,
    reporterId: caller.uid,
    reporter: caller.username,
    ...Object.fromEntries(DETAIL_FIELDS.map((field) => [field, foreign.includes(field) ? "" : input[field]])),
    attachments: files.map(({ name, size, type, ref }) => ({ name, size, type, path: attachmentPath(ref) })),
  };
}

function holds(stored: StoredData, content: Record<string, Storable>): boolean {
  return isDeepStrictEqual(Object.fromEntries(Object.keys(content).map((field) => [field, stored[field]])), content);
}
