import { setTimeout as sleep } from "node:timers/promises";
import { isDeepStrictEqual } from "node:util";
import {
  attachmentPath,
  type CreateIssue,
  DETAIL_FIELDS,
  type Failure,
  FIELDS_OF_OTHER_TYPE,
  firstStatus,
  toWire,
  type WireIssue,
} from "@logbook/domain";
import { adminMark } from "../accounts/member.ts";
import type { Caller } from "../accounts/session.ts";
import type { CallerStore, CommitOutcome } from "../firestore/caller-store.ts";
import type { LastNumber } from "../firestore/last-number.ts";
import type { Outcome } from "../firestore/rest.ts";
import { readStoredReport, type StoredData } from "../firestore/stored-report.ts";
import { encodeFields, type Storable } from "../firestore/values.ts";
import { createDocument } from "../firestore/writes.ts";
import { type ApiResponse, created, failure, isFailure } from "../http/response.ts";
import { parseAttachedFiles, type ReportFiles } from "./attached-files.ts";
import { isInTrash } from "./is-in-trash.ts";
import { mayBeRace, toFailure } from "./refusals.ts";
import type { ReportCache } from "./report-cache.ts";
import { checkAndClaimFiles } from "./uploaded-files.ts";

const EXISTS = failure(
  "already-exists",
  "There is, or was, another report with this id. Please send this one under a new id.",
);

const BUSY = failure("conflict", "Many reports are being filed at this moment. Please send this one again.");

// app.ts may run the call twice (`isRuleChecked` in route.ts), so a client may wait for twice this time.
const RETRY_MS = 10_000;
const MAX_BACKOFF_MS = 200;

/** The outcome of a commit, with the number of the report that it filed. */
type NumberedOutcome = Outcome<Extract<CommitOutcome, { time: Date }> & { number: number }>;

/**
 * Files a report as the caller, under the next number. The same report sent again under its id gets the same response,
 * another report under this id gets a conflict.
 */
export async function createReport(
  store: CallerStore,
  cache: ReportCache,
  last: LastNumber,
  caller: Caller,
  input: CreateIssue,
): Promise<ApiResponse | Failure> {
  const claimed = parseAttachedFiles(input, caller.uid);
  if (isFailure(claimed)) return claimed;
  const { id } = claimed;
  const problem = await checkAndClaimFiles(claimed.files);
  if (problem !== null) return problem;

  const content = contentOf(input, claimed, caller);
  const fields = {
    ...content,
    status: firstStatus(input.type),
    amendments: {},
    lastAmendment: "",
    updatedBy: caller.uid,
    ...adminMark(caller),
  };
  const outcome = await commitNumbered(store, last, id, fields);
  if (isFailure(outcome)) return outcome;
  if ("time" in outcome) {
    const { time, version, number } = outcome;
    const issue = wireOf(id, { ...fields, number, createdAt: time, updatedAt: time });
    cache.set(version, issue);
    return created({ issue });
  }
  if (!mayBeRace(outcome.refusal)) return toFailure(outcome.refusal);

  const read = await store.readReport(id);
  if ("refusal" in read) return toFailure(read.refusal);
  if (read.document === null) return (await isInTrash(id)) ? EXISTS : toFailure(outcome.refusal);
  const stored = read.document.data;
  return hasContent(stored, content) ? created({ issue: wireOf(id, stored) }) : EXISTS;
}

/**
 * Commits a new report under the number after the last one. If another report got that number meanwhile, the rules
 * refuse the commit. Then the last number is read and the next number is tried, again and again for `RETRY_MS`.
 */
async function commitNumbered(
  store: CallerStore,
  last: LastNumber,
  id: string,
  fields: Readonly<Record<string, Storable>>,
): Promise<NumberedOutcome | Failure> {
  const retryUntil = Date.now() + RETRY_MS;
  let read = last.value === null ? await store.readLastNumber() : { lastNumber: last.value };
  for (let attempt = 0; ; attempt += 1) {
    if ("refusal" in read) return read;
    const number = read.lastNumber + 1;
    const report = createDocument(`issues/${id}`, encodeFields({ ...fields, number }), ["createdAt", "updatedAt"]);
    const outcome = await store.commit(id, [report], number);
    if ("time" in outcome) {
      last.value = number;
      return { ...outcome, number };
    }
    if (!mayBeRace(outcome.refusal)) return outcome;
    if (Date.now() >= retryUntil) return BUSY;
    await sleep(Math.random() * Math.min(MAX_BACKOFF_MS, 20 * 2 ** attempt));
    read = await store.readLastNumber();
    // The tried number is still the next one, so the rules refused the report for another reason.
    if ("lastNumber" in read && read.lastNumber + 1 === number) return outcome;
  }
}

function wireOf(id: string, stored: StoredData): WireIssue {
  return toWire(readStoredReport(id, stored).issue);
}

/** The fields by which a report that is sent again is recognised: only edits and corrections change them. */
function contentOf(input: CreateIssue, { files }: ReportFiles, caller: Caller): Record<string, Storable> {
  const otherTypeFields: readonly string[] = FIELDS_OF_OTHER_TYPE[input.type];
  return {
    type: input.type,
    title: input.title,
    description: input.description,
    priority: input.priority,
    reporterId: caller.uid,
    reporter: caller.username,
    ...Object.fromEntries(DETAIL_FIELDS.map((field) => [field, otherTypeFields.includes(field) ? "" : input[field]])),
    attachments: files.map(({ name, size, type, ref }) => ({ name, size, type, path: attachmentPath(ref) })),
  };
}

function hasContent(stored: StoredData, content: Record<string, Storable>): boolean {
  const storedContent = Object.fromEntries(Object.keys(content).map((field) => [field, stored[field]]));
  return isDeepStrictEqual(storedContent, content);
}
