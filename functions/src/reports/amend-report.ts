import { randomUUID } from "node:crypto";
import { type Amendment, type Failure, LIMITS, type WireIssue } from "@logbook/domain";
import type { Caller } from "../accounts/session.ts";
import type { CallerStore, CommitOutcome } from "../firestore/caller-store.ts";
import { compareAmendments, readInstant, type StoredData } from "../firestore/stored-report.ts";
import { decodeFields } from "../firestore/values.ts";
import { update } from "../firestore/writes.ts";
import { type Answer, created, failure } from "../http/answer.ts";
import type { KnownReport, KnownReports } from "./known-reports.ts";
import { mayBeRace, NO_SUCH_REPORT, refused } from "./refusals.ts";

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

/** A text to be added to a report, under its own id. */
interface Added {
  id: string;
  issueId: string;
  text: string;
}

/**
 * Adds an amendment as the caller. The same text again under its id gets the same answer, another one a conflict. A report
 * that is known to be far from full is not read: the commit holds for that version only, and all else that could be wrong
 * is the rules' to refuse.
 */
export async function amendIssue(
  store: CallerStore,
  reports: KnownReports,
  caller: Caller,
  input: { id?: string | undefined; issueId: string; text: string },
): Promise<Answer | Failure> {
  const added: Added = { ...input, id: input.id ?? randomUUID() };
  const known = reports.recall(added.issueId);
  if (known !== null && hasRoom(known, added)) {
    const outcome = await commitAmendment(store, caller, added, known.updateTime);
    if ("time" in outcome) {
      const amendment = amendmentOf(added, caller, outcome.time);
      reports.learn(outcome.version, withAmendment(known.report, amendment));
      return created({ amendment });
    }
    if (!mayBeRace(outcome.refusal)) return refused(outcome.refusal);
  }
  return await readAndAmend(store, caller, added);
}

async function readAndAmend(store: CallerStore, caller: Caller, added: Added): Promise<Answer | Failure> {
  const before = await explain(store, caller, added);
  if (before !== null) return before;
  const outcome = await commitAmendment(store, caller, added);
  if ("time" in outcome) return created({ amendment: amendmentOf(added, caller, outcome.time) });
  const explained = mayBeRace(outcome.refusal) ? await explain(store, caller, added) : null;
  return explained ?? refused(outcome.refusal);
}

/** Adds it to the report in any version, or in the one of this update time only. */
function commitAmendment(
  store: CallerStore,
  caller: Caller,
  { id, issueId, text }: Added,
  updateTime?: string,
): Promise<CommitOutcome> {
  const amendment = { text, createdBy: caller.username, createdById: caller.uid };
  return store.commit(issueId, [
    update(`issues/${issueId}`, {
      fields: { amendments: { [id]: amendment }, lastAmendment: id, updatedBy: caller.uid },
      mask: [`amendments.\`${id}\``, "lastAmendment", "updatedBy"],
      times: [`amendments.\`${id}\`.createdAt`, "updatedAt"],
      ...(updateTime !== undefined && { version: updateTime }),
    }),
  ]);
}

// A report is stored in somewhat more bytes than it is sent in; one that is nearly full is read and weighed.
function hasRoom({ bytes }: KnownReport, { text }: Added): boolean {
  return bytes + Buffer.byteLength(text) <= LIMITS.issueBytes / 2;
}

function amendmentOf({ id, text }: Added, { username }: Caller, time: Date): Amendment {
  return { id, text, createdBy: username, createdAt: time.toISOString() };
}

function withAmendment(report: WireIssue, amendment: Amendment): WireIssue {
  const before = JSON.parse(report.amendment) as Amendment[];
  const amendments = [...before, amendment].sort(compareAmendments);
  return { ...report, amendment: JSON.stringify(amendments), updatedAt: amendment.createdAt };
}

/** What the report as it is now says about this amendment: there already, no room, no report; `null` when it may be added. */
async function explain(
  store: CallerStore,
  caller: Caller,
  { id, issueId, text }: Added,
): Promise<Answer | Failure | null> {
  const read = await store.readIssue(issueId);
  if ("refusal" in read) return refused(read.refusal);
  if (read.document === null) return NO_SUCH_REPORT;
  const stored = decodeFields(read.document.fields);
  const amendments = (stored.amendments ?? {}) as Record<string, StoredData>;
  const found = Object.hasOwn(amendments, id) ? amendments[id] : undefined;
  if (found !== undefined) {
    if (found.createdById !== caller.uid || found.text !== text) return EXISTS;
    return created({
      amendment: { id, text, createdBy: caller.username, createdAt: readInstant(found.createdAt) ?? "" },
    });
  }
  const count = Object.keys(amendments).length;
  const bytes = Buffer.byteLength(JSON.stringify(stored)) + Buffer.byteLength(text);
  if (count >= LIMITS.amendmentsPerIssue || bytes > LIMITS.issueBytes) return FULL;
  const isLong = Buffer.byteLength(text) > LIMITS.laterAmendmentBytes;
  return count >= LIMITS.longAmendments && isLong ? TOO_LONG_NOW : null;
}
