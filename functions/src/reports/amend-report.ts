import { randomUUID } from "node:crypto";
import { type Amendment, type Failure, LIMITS, type WireIssue } from "@logbook/domain";
import { adminMark, handledMark } from "../accounts/member.ts";
import type { Caller } from "../accounts/session.ts";
import type { CallerStore, CommitOutcome } from "../firestore/caller-store.ts";
import { compareAmendments, readAmendment, type StoredData } from "../firestore/stored-report.ts";
import { updateDocument } from "../firestore/writes.ts";
import { type ApiResponse, created, failure } from "../http/response.ts";
import { mayBeRace, NO_SUCH_REPORT, toFailure } from "./refusals.ts";
import type { CachedReport, ReportCache } from "./report-cache.ts";

const FULL = failure(
  "full",
  "This report is full. Please file a new report that refers to it; your text has not been lost.",
);
const EXISTS = failure(
  "already-exists",
  "There is another amendment with this id. Please send this one under a new id.",
);

const TOO_LONG_NOW = failure(
  "full",
  `This report has many amendments already, so a further one may have about ${LIMITS.laterAmendmentBytes} letters only. Please shorten it, or file a new report that refers to this one; your text has not been lost.`,
);

interface NewAmendment {
  id: string;
  issueId: string;
  text: string;
}

/**
 * Adds an amendment as the caller. The same text sent again under its id gets the same response, another text under
 * this id gets a conflict. A cached report that is far from full is not read first: the commit has its version as a
 * precondition, and the rules check everything else.
 */
export async function amendReport(
  store: CallerStore,
  cache: ReportCache,
  caller: Caller,
  input: { id?: string | undefined; issueId: string; text: string },
): Promise<ApiResponse | Failure> {
  const added: NewAmendment = { ...input, id: input.id ?? randomUUID() };
  const cached = cache.get(added.issueId);
  if (cached !== null && isFarFromFull(cached, added)) {
    const outcome = await commitAmendment(store, caller, added, cached.updateTime);
    if ("time" in outcome) {
      const amendment = amendmentOf(added, caller, outcome.time);
      cache.set(outcome.version, { ...withAmendment(cached.report, amendment), ...handledMark(caller) });
      return created({ amendment });
    }
    if (!mayBeRace(outcome.refusal)) return toFailure(outcome.refusal);
  }
  return await readAndAmend(store, caller, added);
}

async function readAndAmend(store: CallerStore, caller: Caller, added: NewAmendment): Promise<ApiResponse | Failure> {
  const responseBefore = await checkStoredReport(store, caller, added);
  if (responseBefore !== null) return responseBefore;
  const outcome = await commitAmendment(store, caller, added);
  if ("time" in outcome) return created({ amendment: amendmentOf(added, caller, outcome.time) });
  const responseAfter = mayBeRace(outcome.refusal) ? await checkStoredReport(store, caller, added) : null;
  return responseAfter ?? toFailure(outcome.refusal);
}

/** Commits the amendment. With `updateTime` the commit fails if the report has another version. */
function commitAmendment(
  store: CallerStore,
  caller: Caller,
  { id, issueId, text }: NewAmendment,
  updateTime?: string,
): Promise<CommitOutcome> {
  const amendment = { text, createdBy: caller.username, createdById: caller.uid, ...adminMark(caller) };
  const otherFields = { lastAmendment: id, updatedBy: caller.uid, ...handledMark(caller) };
  return store.commit(issueId, [
    updateDocument(`issues/${issueId}`, {
      fields: { amendments: { [id]: amendment }, ...otherFields },
      mask: [`amendments.\`${id}\``, ...Object.keys(otherFields)],
      serverTimes: [`amendments.\`${id}\`.createdAt`, "updatedAt"],
      ...(updateTime !== undefined && { updateTime }),
    }),
  ]);
}

// Half of the limit, because a stored report is somewhat larger than its JSON. A larger report is read and measured.
function isFarFromFull({ bytes }: CachedReport, { text }: NewAmendment): boolean {
  return bytes + Buffer.byteLength(text) <= LIMITS.issueBytes / 2;
}

function amendmentOf({ id, text }: NewAmendment, caller: Caller, time: Date): Amendment {
  return { id, text, createdBy: caller.username, createdAt: time.toISOString(), ...adminMark(caller) };
}

function withAmendment(report: WireIssue, amendment: Amendment): WireIssue {
  const before = JSON.parse(report.amendment) as Amendment[];
  const amendments = [...before, amendment].sort(compareAmendments);
  return { ...report, amendment: JSON.stringify(amendments), updatedAt: amendment.createdAt };
}

/**
 * The response if the stored report already has the amendment, is full, or does not exist; `null` if it may be amended.
 */
async function checkStoredReport(
  store: CallerStore,
  caller: Caller,
  { id, issueId, text }: NewAmendment,
): Promise<ApiResponse | Failure | null> {
  const read = await store.readReport(issueId);
  if ("refusal" in read) return toFailure(read.refusal);
  if (read.document === null) return NO_SUCH_REPORT;
  const stored = read.document.data;
  const amendments = (stored.amendments ?? {}) as Record<string, StoredData>;
  const existing = Object.hasOwn(amendments, id) ? amendments[id] : undefined;
  if (existing !== undefined) {
    if (existing.createdById !== caller.uid || existing.text !== text) return EXISTS;
    return created({ amendment: readAmendment(id, existing) });
  }
  const count = Object.keys(amendments).length;
  const bytes = Buffer.byteLength(JSON.stringify(stored)) + Buffer.byteLength(text);
  if (count >= LIMITS.amendmentsPerIssue || bytes > LIMITS.issueBytes) return FULL;
  const isLong = Buffer.byteLength(text) > LIMITS.laterAmendmentBytes;
  return count >= LIMITS.longAmendments && isLong ? TOO_LONG_NOW : null;
}
