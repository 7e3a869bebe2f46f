import { type Amendment, type Failure, isRecord, LIMITS } from "@logbook/domain";
import { adminMark, handledMark } from "../accounts/member.ts";
import type { Caller } from "../accounts/session.ts";
import type { StoredDocument } from "../firestore/documents.ts";
import { parseAmendment, type StoredData } from "../firestore/stored-report.ts";
import type { Commit, FieldsChange } from "../firestore/writes.ts";
import { type ApiResponse, created, failure, isFailure, NO_SUCH_REPORT } from "../http/response.ts";
import { authorFollowWrites } from "../news/follows.ts";
import { changeWrites } from "./change-report.ts";

const REPORT_FULL = failure(
  "full",
  "This report is full. Please file a new report that refers to it; your text has not been lost.",
);
const UNREADABLE = failure(
  "full",
  "The amendments of this report cannot be read, so none can be added. Please file a new report that refers to it; your text has not been lost.",
);
const ID_TAKEN = failure(
  "already-exists",
  "There is another amendment with this id. Please send this one under a new id.",
);
const TEXT_TOO_LONG = failure(
  "full",
  `This report has many amendments already, so a further one may have about ${LIMITS.laterAmendmentBytes} letters only. Please shorten it, or file a new report that refers to this one; your text has not been lost.`,
);

/** An amendment that is stored already, or one to be stored, with what it changes in its report. */
type PlannedAmendment = { stored: Amendment | null } | { amendment: StoredData; change: FieldsChange };

/**
 * Adds an amendment. If the same text is sent again under the same id, the response is the same. Another text under that
 * id is refused.
 */
export function amendReport(
  caller: Caller,
  { report, follows }: { report: StoredDocument | null; follows: StoredDocument | null },
  id: string,
  text: string,
): Commit | ApiResponse | Failure {
  if (report === null) return NO_SUCH_REPORT;
  const plan = planAmendment(caller, report, id, text);
  if (isFailure(plan)) return plan;
  if ("stored" in plan) return created({ amendment: plan.stored });
  const { amendment, change } = plan;
  return {
    writes: [
      ...changeWrites(report.id, caller, change, { kind: "amended", from: null, to: id }),
      ...authorFollowWrites(caller.uid, report.id, follows),
    ],
    respond: (time) => created({ amendment: parseAmendment(id, { ...amendment, createdAt: time }) }),
  };
}

/** What a new amendment changes in its report, or why it cannot be added. */
export function planAmendment(
  caller: Caller,
  report: StoredDocument,
  id: string,
  text: string,
): PlannedAmendment | Failure {
  const { amendments: storedAmendments = {} } = report.data;
  // A write of one entry would replace any value that is not a map.
  if (!isRecord(storedAmendments) || Array.isArray(storedAmendments)) return UNREADABLE;
  const amendments = storedAmendments as Record<string, StoredData>;
  const existingAmendment = Object.hasOwn(amendments, id) ? amendments[id] : undefined;
  if (existingAmendment !== undefined) {
    if (existingAmendment.createdById !== caller.uid || existingAmendment.text !== text) return ID_TAKEN;
    return { stored: parseAmendment(id, existingAmendment) };
  }
  const amendmentCount = Object.keys(amendments).length;
  const textBytes = Buffer.byteLength(text);
  // Sightings and answers have limits of their own.
  const { sightings: _, fixAnswers: _answers, ...texts } = report.data;
  const reportBytes = Buffer.byteLength(JSON.stringify(texts)) + textBytes;
  if (amendmentCount >= LIMITS.amendmentsPerIssue || reportBytes > LIMITS.issueBytes) return REPORT_FULL;
  if (amendmentCount >= LIMITS.longAmendments && textBytes > LIMITS.laterAmendmentBytes) return TEXT_TOO_LONG;

  const amendment = { text, createdBy: caller.username, createdById: caller.uid, ...adminMark(caller) };
  const otherFields = { updatedBy: caller.uid, ...handledMark(caller) };
  const path = `amendments.\`${id}\``;
  const change = {
    fields: { amendments: { [id]: amendment }, ...otherFields },
    mask: [path, ...Object.keys(otherFields)],
    serverTimes: [`${path}.createdAt`, "updatedAt"],
  };
  return { amendment, change };
}
