import { setTimeout as sleep } from "node:timers/promises";
import { isDeepStrictEqual } from "node:util";
import {
  attachmentPath,
  type CreateIssue,
  DETAIL_FIELDS,
  type Failure,
  FIELDS_OF_OTHER_TYPE,
  firstStatus,
} from "@logbook/domain";
import { adminMark } from "../accounts/member.ts";
import type { Caller } from "../accounts/session.ts";
import type { LastNumber } from "../firestore/board-head.ts";
import type { CallerStore, Committed } from "../firestore/caller-store.ts";
import type { Outcome } from "../firestore/rest.ts";
import { encodeFields, type Storable } from "../firestore/values.ts";
import { createDocument } from "../firestore/writes.ts";
import { type ApiResponse, created, failure, isFailure } from "../http/response.ts";
import { type AttachedFile, checkAndProtectFiles, parseAttachedFiles } from "./attached-files.ts";
import { toWireIssue } from "./change-report.ts";
import { mayBeRace, toFailure } from "./refusals.ts";
import type { ReportCache } from "./report-cache.ts";
import { isInTrash } from "./unrestricted-reads.ts";

const ID_TAKEN = failure(
  "already-exists",
  "There is, or was, another report with this id. Please send this one under a new id.",
);
const TOO_MANY_RACES = failure("conflict", "Many reports are being filed at this moment. Please send this one again.");

// app.ts may run the call twice (`isRuleChecked` in route.ts), so a client may wait for twice this time.
const RETRY_MS = 10_000;
const BASE_BACKOFF_MS = 20;
const MAX_BACKOFF_MS = 200;

/**
 * Files a report as the caller, with the next number. If the same report is sent again under the same id, the response
 * is the same. Another report under that id is refused.
 */
export async function createReport(
  store: CallerStore,
  cache: ReportCache,
  lastKnownNumber: LastNumber,
  caller: Caller,
  input: CreateIssue,
): Promise<ApiResponse | Failure> {
  const reportFiles = parseAttachedFiles(input, caller.uid);
  if (isFailure(reportFiles)) return reportFiles;
  const { id, files } = reportFiles;
  const fileProblem = await checkAndProtectFiles(files);
  if (fileProblem !== null) return fileProblem;

  const content = contentOf(input, files, caller);
  const fields = {
    ...content,
    status: firstStatus(input.type),
    amendments: {},
    lastAmendment: "",
    updatedBy: caller.uid,
    ...adminMark(caller),
  };
  const outcome = await commitNumbered(store, lastKnownNumber, id, fields);
  if (isFailure(outcome)) return outcome;
  if ("time" in outcome) {
    const { time, version, number } = outcome;
    const issue = toWireIssue(id, { ...fields, number, createdAt: time, updatedAt: time });
    cache.set(version, issue);
    return created({ issue });
  }
  if (!mayBeRace(outcome.refusal)) return toFailure(outcome.refusal);

  // The rules also refuse a report whose id exists: the same report may have been sent before.
  const readOutcome = await store.readReport(id);
  if ("refusal" in readOutcome) return toFailure(readOutcome.refusal);
  if (readOutcome.document === null) return (await isInTrash(id)) ? ID_TAKEN : toFailure(outcome.refusal);
  const { data } = readOutcome.document;
  const storedContent = Object.fromEntries(Object.keys(content).map((field) => [field, data[field]]));
  return isDeepStrictEqual(storedContent, content) ? created({ issue: toWireIssue(id, data) }) : ID_TAKEN;
}

/**
 * Commits a new report with the number after the last number. If another report has got that number, the rules refuse
 * the commit. The function then reads the last number and tries again, for up to `RETRY_MS`.
 */
async function commitNumbered(
  store: CallerStore,
  lastKnownNumber: LastNumber,
  id: string,
  fields: Readonly<Record<string, Storable>>,
): Promise<Outcome<Committed & { number: number }> | Failure> {
  const retryUntil = Date.now() + RETRY_MS;
  let numberOutcome =
    lastKnownNumber.value === null ? await store.readLastNumber() : { lastNumber: lastKnownNumber.value };
  for (let attempt = 0; ; attempt += 1) {
    if ("refusal" in numberOutcome) return numberOutcome;
    const number = numberOutcome.lastNumber + 1;
    const report = createDocument(`issues/${id}`, encodeFields({ ...fields, number }), ["createdAt", "updatedAt"]);
    const outcome = await store.commit(id, [report], number);
    if ("time" in outcome) {
      lastKnownNumber.value = number;
      return { ...outcome, number };
    }
    if (!mayBeRace(outcome.refusal)) return outcome;
    if (Date.now() >= retryUntil) return TOO_MANY_RACES;
    const maxBackoffMs = Math.min(MAX_BACKOFF_MS, BASE_BACKOFF_MS * 2 ** attempt);
    await sleep(Math.random() * maxBackoffMs);
    numberOutcome = await store.readLastNumber();
    // No other report has got the number, so the reason was not a race.
    if ("lastNumber" in numberOutcome && numberOutcome.lastNumber + 1 === number) return outcome;
  }
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
    attachments: files.map(({ name, size, type, ref }) => ({ name, size, type, path: attachmentPath(ref) })),
  };
}
