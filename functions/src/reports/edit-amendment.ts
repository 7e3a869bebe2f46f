import { editTimeLeft, type Failure, LIMITS, parseJsonList } from "@logbook/domain";
import { handledMark } from "../accounts/member.ts";
import type { Caller } from "../accounts/session.ts";
import type { CallerStore } from "../firestore/caller-store.ts";
import type { StoredData } from "../firestore/stored-report.ts";
import { type ApiResponse, failure, isFailure, ok } from "../http/response.ts";
import { changeReport, type ReportChange, type StoredReport } from "./change-report.ts";
import { EDITED_MEANWHILE } from "./edit-report.ts";
import type { ReportCache } from "./report-cache.ts";

const NO_SUCH_AMENDMENT = failure("not-found", "There is no such amendment. Please reload the page.");
const NOT_YOURS = failure("forbidden", "Only its author can edit an amendment. Please write one of your own.");
const TOO_LATE = failure(
  "too-late",
  `You can edit an amendment for ${LIMITS.editMinutes} minutes after adding it. That time is over: please add another one.`,
);

const TOO_LONG_NOW = failure(
  "full",
  `This report has many amendments already, so the text may have about ${LIMITS.laterAmendmentBytes} letters only. Please shorten it; it has not been lost.`,
);

interface AmendmentEdit {
  issueId: string;
  amendmentId: string;
  text: string;
  /** The `editedAt` of the text that this edit replaces; `""` if it was never edited. */
  from?: string | undefined;
}

/** Changes the text of an amendment that the caller added in the last 15 minutes. The response is `{amendment}`. */
export async function editAmendment(
  store: CallerStore,
  cache: ReportCache,
  caller: Caller,
  edit: AmendmentEdit,
): Promise<ApiResponse | Failure> {
  const issue = await changeReport(store, cache, edit.issueId, (report) => changeOf(report, caller, edit));
  if (isFailure(issue)) return issue;
  const amendments = parseJsonList(issue.amendment) as { id: string }[];
  return ok({ amendment: amendments.find(({ id }) => id === edit.amendmentId) });
}

function changeOf(
  { issue, stored }: StoredReport,
  caller: Caller,
  { amendmentId: id, text, from }: AmendmentEdit,
): ReportChange | Failure | null {
  const amendment = issue.amendments.find((each) => each.id === id);
  if (amendment === undefined) return NO_SUCH_AMENDMENT;
  const entries = stored.amendments as Record<string, StoredData>;
  if (entries[id]?.createdById !== caller.uid) return NOT_YOURS;
  if (amendment.text === text) return null;
  if (editTimeLeft(amendment, Date.now()) === 0) return TOO_LATE;
  if (from !== undefined && from !== (amendment.editedAt ?? "")) return EDITED_MEANWHILE;
  const isLong = Buffer.byteLength(text) > LIMITS.laterAmendmentBytes;
  if (issue.amendments.length > LIMITS.longAmendments && isLong) return TOO_LONG_NOW;
  const otherFields = { lastAmendment: id, updatedBy: caller.uid, ...handledMark(caller) };
  return {
    fields: { amendments: { [id]: { text } }, ...otherFields },
    mask: [`amendments.\`${id}\`.text`, ...Object.keys(otherFields)],
    serverTimes: [`amendments.\`${id}\`.editedAt`, "updatedAt"],
    dataAfter: (time) => ({
      ...stored,
      ...otherFields,
      amendments: { ...entries, [id]: { ...entries[id], text, editedAt: time } },
      updatedAt: time,
    }),
  };
}
