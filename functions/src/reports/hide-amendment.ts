import { type Failure, LIMITS } from "@logbook/domain";
import type { Caller } from "../accounts/session.ts";
import type { StoredDocument } from "../firestore/documents.ts";
import { amendmentFiles, parseAmendment, purgeTimeOf, type StoredData } from "../firestore/stored-report.ts";
import type { Commit } from "../firestore/writes.ts";
import { type ApiResponse, failure, NO_SUCH_REPORT, ok } from "../http/response.ts";
import { changeWrites } from "./change-report.ts";

const NO_SUCH_AMENDMENT = failure("not-found", "There is no such amendment. Please reload the page.");
const TOO_LATE = failure(
  "too-late",
  `A hidden amendment can be shown again for ${LIMITS.trashDays} days. That time is over, so its text is gone.`,
);

/**
 * Hides an amendment, or shows it again within 30 days. A hidden amendment keeps its text and its files in the document,
 * which nobody but the API can read; `jobs/purge-hidden.ts` deletes both later. The response is `{amendment}`.
 */
export function hideAmendment(
  caller: Caller,
  report: StoredDocument | null,
  amendmentId: string,
  hidden: boolean,
  now: Date,
): Commit | ApiResponse | Failure {
  if (report === null) return NO_SUCH_REPORT;
  const stored = storedAmendment(report, amendmentId);
  const amendment = stored && parseAmendment(amendmentId, stored);
  if (amendment === null) return NO_SUCH_AMENDMENT;
  if ((amendment.hiddenAt !== undefined) === hidden) return ok({ amendment });
  if (!hidden && purgeTimeOf(new Date(amendment.hiddenAt!)) <= now) return TOO_LATE;
  const path = `amendments.\`${amendmentId}\``;
  // The job looks for this field. A hidden amendment that is due earlier stays due.
  const mustSetDueTime = hidden && !(report.data.hiddenDueAt instanceof Date);
  const fields = { updatedBy: caller.uid, ...(mustSetDueTime && { hiddenDueAt: purgeTimeOf(now) }) };
  const change = {
    fields,
    mask: [...Object.keys(fields), ...(hidden ? [] : [`${path}.hiddenAt`])],
    serverTimes: [...(hidden ? [`${path}.hiddenAt`] : []), "updatedAt"],
  };
  const about = String(stored!.createdById ?? "");
  const event = { kind: hidden ? "hidden" : "unhidden", from: null, to: amendmentId, about } as const;
  return {
    writes: changeWrites(report.id, caller, change, event),
    respond: (time) =>
      ok({ amendment: parseAmendment(amendmentId, { ...stored, hiddenAt: hidden ? time : undefined }) }),
  };
}

/** Reads an amendment's text and files, also of a hidden one, for an admin. The response is `{text, attachments?}`. */
export function readAmendmentText(report: StoredDocument | null, amendmentId: string): ApiResponse | Failure {
  if (report === null) return NO_SUCH_REPORT;
  const stored = storedAmendment(report, amendmentId);
  if (stored === null || typeof stored.text !== "string") return NO_SUCH_AMENDMENT;
  return ok({ text: stored.text, ...amendmentFiles(stored) });
}

/** Whether an admin has hidden this amendment of a report. */
export const isHidden = (report: StoredDocument, amendmentId: string): boolean =>
  storedAmendment(report, amendmentId)?.hiddenAt !== undefined;

function storedAmendment({ data }: StoredDocument, id: string): StoredData | null {
  const amendments = (data.amendments ?? {}) as Record<string, StoredData>;
  return Object.hasOwn(amendments, id) ? amendments[id]! : null;
}
