import { editTimeLeft, type Failure, LIMITS, parseJsonList } from "@logbook/domain";
import { handledMark } from "../accounts/member.ts";
import type { Caller } from "../accounts/session.ts";
import type { CallerStore } from "../firestore/caller-store.ts";
import type { StoredData } from "../firestore/stored-report.ts";
import { type ApiResponse, failure, isFailure, ok } from "../http/response.ts";
import { changeReport, type ReportChange, type StoredReport } from "./change-report.ts";
import { EDITED_MEANWHILE, wasEditedSince } from "./edited-meanwhile.ts";
import type { ReportCache } from "./report-cache.ts";

const NO_SUCH_AMENDMENT = failure("not-found", "There is no such amendment. Please reload the page.");
const NOT_AUTHOR = failure("forbidden", "Only its author can edit an amendment. Please write one of your own.");
const TOO_LATE = failure(
  "too-late",
  `You can edit an amendment for ${LIMITS.editMinutes} minutes after adding it. That time is over: please add another one.`,
);
const TEXT_TOO_LONG = failure(
  "full",
  `This report has many amendments already, so the text may have about ${LIMITS.laterAmendmentBytes} letters only. Please shorten it; it has not been lost.`,
);

interface AmendmentEdit {
  issueId: string;
  amendmentId: string;
  text: string;
  /** The `editedAt` of the text that the client has opened (`wasEditedSince`). */
  from?: string | undefined;
}

/** Changes the text of an amendment that the caller added in the last 15 minutes. The response is `{amendment}`. */
export async function editAmendment(
  store: CallerStore,
  cache: ReportCache,
  caller: Caller,
  edit: AmendmentEdit,
): Promise<ApiResponse | Failure> {
  const issue = await changeReport(store, cache, edit.issueId, (report) => createAmendmentChange(report, caller, edit));
  if (isFailure(issue)) return issue;
  const amendments = parseJsonList(issue.amendment) as { id: string }[];
  return ok({ amendment: amendments.find(({ id }) => id === edit.amendmentId) });
}

function createAmendmentChange(
  { issue, data }: StoredReport,
  caller: Caller,
  { amendmentId, text, from }: AmendmentEdit,
): ReportChange | Failure | null {
  const amendment = issue.amendments.find(({ id }) => id === amendmentId);
  if (amendment === undefined) return NO_SUCH_AMENDMENT;
  const storedAmendments = data.amendments as Record<string, StoredData>;
  const storedAmendment = storedAmendments[amendmentId];
  if (storedAmendment?.createdById !== caller.uid) return NOT_AUTHOR;
  // The text may be stored already, by an edit whose response was lost. So this check comes before those below.
  if (amendment.text === text) return null;
  if (editTimeLeft(amendment, Date.now()) === 0) return TOO_LATE;
  if (wasEditedSince(from, amendment)) return EDITED_MEANWHILE;
  // The number of amendments includes the edited one, so the limit is `>`; for a new amendment it is `>=`.
  const mustBeShort = issue.amendments.length > LIMITS.longAmendments;
  if (mustBeShort && Buffer.byteLength(text) > LIMITS.laterAmendmentBytes) return TEXT_TOO_LONG;
  // `lastAmendment` tells the rules which entry of `amendments` they have to check.
  const otherFields = { lastAmendment: amendmentId, updatedBy: caller.uid, ...handledMark(caller) };
  const amendmentPath = `amendments.\`${amendmentId}\``;
  return {
    fields: { amendments: { [amendmentId]: { text } }, ...otherFields },
    mask: [`${amendmentPath}.text`, ...Object.keys(otherFields)],
    serverTimes: [`${amendmentPath}.editedAt`, "updatedAt"],
    dataAfter: (time) => ({
      ...data,
      ...otherFields,
      amendments: { ...storedAmendments, [amendmentId]: { ...storedAmendment, text, editedAt: time } },
      updatedAt: time,
    }),
  };
}
