import { isDeepStrictEqual } from "node:util";
import { type Amendment, type CreateAmendment, type Failure, isRecord, LIMITS } from "@logbook/domain";
import { adminMark, handledMark } from "../accounts/member.ts";
import type { Caller } from "../accounts/session.ts";
import { checkAndProtectFiles, parseAttachedFiles, toStoredAttachments } from "../attachments/attached-files.ts";
import type { StoredDocument } from "../firestore/documents.ts";
import {
  allStoredAttachments,
  parseAmendment,
  type StoredAttachment,
  type StoredData,
} from "../firestore/stored-report.ts";
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
  "This amendment has arrived already, with another text or other files. To add this one as well, send it again under a new id.",
);
const TOO_MANY_FILES = failure(
  "full",
  `A report and its amendments may have ${LIMITS.attachmentsInAll} files together. Please remove some of yours, or file a new report that refers to this one; your text has not been lost.`,
);
const LISTED_ALREADY = failure(
  "bad-request",
  "An attachment is a file of this report already. Please attach the file again.",
);
const TEXT_TOO_LONG = failure(
  "full",
  `This report has many amendments already, so a further one may have about ${LIMITS.laterAmendmentBytes} letters only. Please shorten it, or file a new report that refers to this one; your text has not been lost.`,
);

type AmendmentBody = Pick<CreateAmendment, "text" | "attachments">;

/** The amendment's id, and whether its call runs again because somebody else has written what it read. */
interface AmendmentCall {
  id: string;
  isRepeated: boolean;
}

/** An amendment that is stored already, or one to be stored, with what it changes in its report. */
type PlannedAmendment = { stored: Amendment | null } | { amendment: StoredData; change: FieldsChange };

/**
 * Adds an amendment. If the same text and files are sent again under the same id, the response is the same. Another
 * amendment under that id is refused.
 */
export async function amendReport(
  caller: Caller,
  { report, follows }: { report: StoredDocument | null; follows: StoredDocument | null },
  body: AmendmentBody,
  call: AmendmentCall,
): Promise<Commit | ApiResponse | Failure> {
  if (report === null) return NO_SUCH_REPORT;
  const plan = await planAmendment(caller, report, body, call);
  if (isFailure(plan)) return plan;
  if ("stored" in plan) return created({ amendment: plan.stored });
  const { amendment, change } = plan;
  return {
    writes: [
      ...changeWrites(report.id, caller, change, { kind: "amended", from: null, to: call.id }),
      ...authorFollowWrites(caller.uid, report.id, follows),
    ],
    respond: (time) => created({ amendment: parseAmendment(call.id, { ...amendment, createdAt: time }) }),
  };
}

/** What a new amendment changes in its report, or why it cannot be added. */
export async function planAmendment(
  caller: Caller,
  report: StoredDocument,
  { text, attachments }: AmendmentBody,
  { id, isRepeated }: AmendmentCall,
): Promise<PlannedAmendment | Failure> {
  const attached = parseAttachedFiles({ id: report.id, attachments }, caller.uid, report.id);
  if (isFailure(attached)) return attached;
  const { amendments: storedAmendments = {} } = report.data;
  // A write of one entry would replace any value that is not a map.
  if (!isRecord(storedAmendments) || Array.isArray(storedAmendments)) return UNREADABLE;
  const amendments = storedAmendments as Record<string, StoredData>;
  const files = toStoredAttachments(attached.files);
  const existingAmendment = Object.hasOwn(amendments, id) ? amendments[id] : undefined;
  if (existingAmendment !== undefined) {
    const isSame =
      existingAmendment.createdById === caller.uid &&
      existingAmendment.text === text &&
      isDeepStrictEqual(existingAmendment.attachments ?? [], files);
    return isSame ? { stored: parseAmendment(id, existingAmendment) } : ID_TAKEN;
  }
  const withFiles: { attachments?: StoredAttachment[] } = files.length === 0 ? {} : { attachments: files };
  const author = { createdBy: caller.username, createdById: caller.uid, ...adminMark(caller) };
  const amendment = { text, ...withFiles, ...author };
  const problem =
    sizeProblem(report.data, Object.keys(amendments).length, amendment) ??
    listingProblem(report.data, files) ??
    (isRepeated ? null : await checkAndProtectFiles(attached.files));
  if (problem !== null) return problem;

  const otherFields = { updatedBy: caller.uid, ...handledMark(caller) };
  const path = `amendments.\`${id}\``;
  const change = {
    fields: { amendments: { [id]: amendment }, ...otherFields },
    mask: [path, ...Object.keys(otherFields)],
    serverTimes: [`${path}.createdAt`, "updatedAt"],
  };
  return { amendment, change };
}

/** The failure if a report with `amendmentCount` amendments is too large for a further one; `null` otherwise. */
function sizeProblem(
  report: StoredData,
  amendmentCount: number,
  { text, attachments = [] }: { text: string; attachments?: readonly StoredAttachment[] },
): Failure | null {
  const textBytes = Buffer.byteLength(text);
  // Sightings and answers have limits of their own.
  const { sightings: _, fixAnswers: _answers, ...texts } = report;
  const reportBytes = Buffer.byteLength(JSON.stringify([texts, attachments])) + textBytes;
  if (amendmentCount >= LIMITS.amendmentsPerIssue || reportBytes > LIMITS.issueBytes) return REPORT_FULL;
  return amendmentCount >= LIMITS.longAmendments && textBytes > LIMITS.laterAmendmentBytes ? TEXT_TOO_LONG : null;
}

/** The failure if a report cannot list further files; `null` otherwise. */
function listingProblem(report: StoredData, files: readonly StoredAttachment[]): Failure | null {
  if (files.length === 0) return null;
  const listed = allStoredAttachments(report);
  if (listed.length + files.length > LIMITS.attachmentsInAll) return TOO_MANY_FILES;
  // Each file belongs to one text, so that hiding an amendment hides its files.
  return files.some(({ path }) => listed.some((other) => other.path === path)) ? LISTED_ALREADY : null;
}
