import { randomUUID } from "node:crypto";
import { type Amendment, type Failure, LIMITS, type WireIssue } from "@logbook/domain";
import { adminMark, handledMark } from "../accounts/member.ts";
import type { Caller } from "../accounts/session.ts";
import type { CallerStore, CommitOutcome } from "../firestore/caller-store.ts";
import { compareAmendments, parseAmendment, type StoredData } from "../firestore/stored-report.ts";
import { updateDocument } from "../firestore/writes.ts";
import { type ApiResponse, created, failure } from "../http/response.ts";
import { mayBeRace, NO_SUCH_REPORT, toFailure } from "./refusals.ts";
import type { ReportCache } from "./report-cache.ts";

const REPORT_FULL = failure(
  "full",
  "This report is full. Please file a new report that refers to it; your text has not been lost.",
);
const ID_TAKEN = failure(
  "already-exists",
  "There is another amendment with this id. Please send this one under a new id.",
);
const TEXT_TOO_LONG = failure(
  "full",
  `This report has many amendments already, so a further one may have about ${LIMITS.laterAmendmentBytes} letters only. Please shorten it, or file a new report that refers to this one; your text has not been lost.`,
);

interface NewAmendment {
  id: string;
  issueId: string;
  text: string;
}

/**
 * Adds an amendment as the caller. If the same text is sent again under the same id, the response is the same. Another
 * text under that id is refused.
 */
export async function amendReport(
  store: CallerStore,
  cache: ReportCache,
  caller: Caller,
  input: { id?: string | undefined; issueId: string; text: string },
): Promise<ApiResponse | Failure> {
  const newAmendment: NewAmendment = { ...input, id: input.id ?? randomUUID() };
  const cachedReport = cache.get(newAmendment.issueId);
  // A cached report is not read before the commit: the commit fails if the cached version is outdated. But the stored
  // report is somewhat larger than the cached JSON, so a report above half of the limit is read and measured.
  const textBytes = Buffer.byteLength(newAmendment.text);
  if (cachedReport !== null && cachedReport.bytes + textBytes <= LIMITS.issueBytes / 2) {
    const outcome = await commitAmendment(store, caller, newAmendment, cachedReport.updateTime);
    if ("time" in outcome) {
      const amendment = toAmendment(newAmendment, caller, outcome.time);
      cache.set(outcome.version, { ...withAmendment(cachedReport.report, amendment), ...handledMark(caller) });
      return created({ amendment });
    }
    if (!mayBeRace(outcome.refusal)) return toFailure(outcome.refusal);
  }
  // The report is not cached, is large, or has changed since it was cached.
  const earlyResponse = await checkStoredReport(store, caller, newAmendment);
  if (earlyResponse !== null) return earlyResponse;
  // This commit has no `updateTime`: it adds one entry only, so it may follow the changes of others.
  const outcome = await commitAmendment(store, caller, newAmendment);
  if ("time" in outcome) return created({ amendment: toAmendment(newAmendment, caller, outcome.time) });
  if (!mayBeRace(outcome.refusal)) return toFailure(outcome.refusal);
  return (await checkStoredReport(store, caller, newAmendment)) ?? toFailure(outcome.refusal);
}

/** Commits the amendment. With `updateTime`, the commit fails if the report has changed since that time. */
function commitAmendment(
  store: CallerStore,
  caller: Caller,
  { id, issueId, text }: NewAmendment,
  updateTime?: string,
): Promise<CommitOutcome> {
  const amendment = { text, createdBy: caller.username, createdById: caller.uid, ...adminMark(caller) };
  // `lastAmendment` tells the rules which entry of `amendments` they have to check.
  const otherFields = { lastAmendment: id, updatedBy: caller.uid, ...handledMark(caller) };
  const amendmentPath = `amendments.\`${id}\``;
  return store.commit(issueId, [
    updateDocument(`issues/${issueId}`, {
      fields: { amendments: { [id]: amendment }, ...otherFields },
      mask: [amendmentPath, ...Object.keys(otherFields)],
      serverTimes: [`${amendmentPath}.createdAt`, "updatedAt"],
      ...(updateTime !== undefined && { updateTime }),
    }),
  ]);
}

function toAmendment({ id, text }: NewAmendment, caller: Caller, time: Date): Amendment {
  return { id, text, createdBy: caller.username, createdAt: time.toISOString(), ...adminMark(caller) };
}

function withAmendment(report: WireIssue, amendment: Amendment): WireIssue {
  const earlierAmendments = JSON.parse(report.amendment) as Amendment[];
  const amendments = [...earlierAmendments, amendment].sort(compareAmendments);
  return { ...report, amendment: JSON.stringify(amendments), updatedAt: amendment.createdAt };
}

/** The response if the report has the amendment already, has no room for it, or does not exist; otherwise `null`. */
async function checkStoredReport(
  store: CallerStore,
  caller: Caller,
  { id, issueId, text }: NewAmendment,
): Promise<ApiResponse | Failure | null> {
  const outcome = await store.readReport(issueId);
  if ("refusal" in outcome) return toFailure(outcome.refusal);
  if (outcome.document === null) return NO_SUCH_REPORT;
  const { data } = outcome.document;
  const amendments = (data.amendments ?? {}) as Record<string, StoredData>;
  const existingAmendment = Object.hasOwn(amendments, id) ? amendments[id] : undefined;
  if (existingAmendment !== undefined) {
    if (existingAmendment.createdById !== caller.uid || existingAmendment.text !== text) return ID_TAKEN;
    return created({ amendment: parseAmendment(id, existingAmendment) });
  }
  const amendmentCount = Object.keys(amendments).length;
  const textBytes = Buffer.byteLength(text);
  const reportBytes = Buffer.byteLength(JSON.stringify(data)) + textBytes;
  if (amendmentCount >= LIMITS.amendmentsPerIssue || reportBytes > LIMITS.issueBytes) return REPORT_FULL;
  const mustBeShort = amendmentCount >= LIMITS.longAmendments;
  return mustBeShort && textBytes > LIMITS.laterAmendmentBytes ? TEXT_TOO_LONG : null;
}
