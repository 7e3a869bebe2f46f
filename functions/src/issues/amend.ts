import { randomUUID } from "node:crypto";
import { type Failure, LIMITS } from "@logbook/domain";
import type { Caller } from "../accounts/session.ts";
import { type Answer, created, failure } from "../api/answer.ts";
import type { CallerStore } from "../store/caller-store.ts";
import { decodeFields } from "../store/values.ts";
import { boardMovesOn, update } from "../store/writes.ts";
import { mayBeRace, NO_SUCH_REPORT, refused } from "./refusals.ts";
import { readInstant, type StoredData } from "./stored.ts";

const FULL = failure(
  "full",
  "This report is full. Please file a new report that refers to it; your text has not been lost.",
);
const EXISTS = failure(
  "already-exists",
  "There is another amendment with this id. Please send this one under a new id.",
);

/** Adds an amendment as the caller. The same text again under its id gets the same answer, another one a conflict. */
export async function amendIssue(
  store: CallerStore,
  caller: Caller,
  input: { id?: string | undefined; issueId: string; text: string },
): Promise<Answer | Failure> {
  const { issueId, text } = input;
  const id = input.id ?? randomUUID();
  const before = await explain(store, caller, issueId, id, text);
  if (before !== null) return before;

  const amendment = { text, createdBy: caller.username, createdById: caller.uid };
  const outcome = await store.commit([
    update(`issues/${issueId}`, {
      fields: { amendments: { [id]: amendment }, lastAmendment: id, updatedBy: caller.uid },
      mask: [`amendments.\`${id}\``, "lastAmendment", "updatedBy"],
      times: [`amendments.\`${id}\`.createdAt`, "updatedAt"],
    }),
    boardMovesOn(issueId),
  ]);
  if ("time" in outcome)
    return created({ amendment: { id, text, createdBy: caller.username, createdAt: outcome.time.toISOString() } });
  const explained = mayBeRace(outcome.refusal) ? await explain(store, caller, issueId, id, text) : null;
  return explained ?? refused(outcome.refusal);
}

/** What the report as it is now says about this amendment: there already, no room, no report; `null` when it may be added. */
async function explain(
  store: CallerStore,
  caller: Caller,
  issueId: string,
  id: string,
  text: string,
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
  const bytes = Buffer.byteLength(JSON.stringify(stored)) + Buffer.byteLength(text);
  return Object.keys(amendments).length >= LIMITS.amendmentsPerIssue || bytes > LIMITS.issueBytes ? FULL : null;
}
