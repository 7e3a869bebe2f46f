import { type Failure, toWire } from "@logbook/domain";
import type { Caller } from "../accounts/session.ts";
import type { CallerStore, Versioned } from "../firestore/caller-store.ts";
import { readInstant, readIssue, type StoredData } from "../firestore/stored-report.ts";
import { decodeFields, encodeFields, type RestFields } from "../firestore/values.ts";
import { create, remove } from "../firestore/writes.ts";
import { type Answer, failure, ok } from "../http/answer.ts";
import { readTrashEntry } from "./caller-trash.ts";
import { mayBeRace, refused } from "./refusals.ts";

const GONE = failure("not-found", "This report is no longer in the trash, so it cannot be restored. Please reload.");

/**
 * Brings a deleted report back as the caller, as it went: its files have stayed where they are. One that is back
 * already, by another admin or an answer that was lost, is answered as if it had just come back.
 */
export async function restoreReport(
  store: CallerStore,
  caller: Caller,
  id: string,
  now: Date,
): Promise<Answer | Failure> {
  const read = await readTrashEntry(caller.credentials, id);
  if ("refusal" in read) return refused(read.refusal);
  if (read.document === null) return await presentIssue(store, id);
  const issue = issueOf(read.document);
  if (issue === null || isPast(read.document, now)) return GONE;

  const { updatedAt: _, ...kept } = issue;
  const outcome = await store.commit(id, [
    create(`issues/${id}`, { ...kept, ...encodeFields({ updatedBy: caller.uid }) }, ["updatedAt"]),
    remove(`trash/${id}`, read.document.version),
  ]);
  if ("time" in outcome) return answer(id, { ...decodeFields(kept), updatedAt: outcome.time });
  if (!mayBeRace(outcome.refusal)) return refused(outcome.refusal);

  const again = await readTrashEntry(caller.credentials, id);
  if ("refusal" in again) return refused(again.refusal);
  return again.document === null ? await presentIssue(store, id) : refused(outcome.refusal);
}

function answer(id: string, stored: StoredData): Answer {
  return ok({ issue: toWire(readIssue(id, stored).issue) });
}

async function presentIssue(store: CallerStore, id: string): Promise<Answer | Failure> {
  const read = await store.readIssue(id);
  if ("refusal" in read) return refused(read.refusal);
  return read.document === null ? GONE : answer(id, decodeFields(read.document.fields));
}

/** The report as the entry holds it, value by value as it was stored. */
function issueOf({ fields }: Versioned): RestFields | null {
  const { issue } = fields;
  return issue !== undefined && "mapValue" in issue ? (issue.mapValue.fields ?? {}) : null;
}

// Its files may be on their way out already.
function isPast({ fields }: Versioned, now: Date): boolean {
  const purgeAt = readInstant(decodeFields(fields).purgeAt);
  return purgeAt === null || Date.parse(purgeAt) <= now.getTime();
}
