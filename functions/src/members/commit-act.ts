import { setTimeout as sleep } from "node:timers/promises";
import type { Failure } from "@logbook/domain";
import { keepAdmin } from "../accounts/last-admin.ts";
import { type Member, parseMember } from "../accounts/member.ts";
import { ONLY_ADMINS } from "../accounts/session.ts";
import { commitWrites, orThrow, readDocuments, type StoredDocument } from "../firestore/documents.ts";
import { updateMember, type Write } from "../firestore/writes.ts";
import { failure, isFailure, UNAVAILABLE } from "../http/response.ts";

export const NO_SUCH_MEMBER = failure("not-found", "There is no such member. Please reload the list.");
const CHANGED_MEANWHILE = failure(
  "conflict",
  "Somebody else changed this member at the same moment, so nothing was changed. Please try again.",
);

// How often an act is tried while others change the same members, and the longest pause between two attempts.
const MAX_ATTEMPTS = 8;
const MAX_PAUSE_MS = 100;

/** A member as an act finds them. */
export interface ActedOn {
  document: StoredDocument;
  member: Member;
}

/** What an act changes in the member document, its other writes, and what it returns once they are stored. */
export interface Decision<T> {
  fields?: Record<string, boolean | string | Date>;
  removed?: readonly string[];
  writes: readonly Write[];
  result: T;
}

/**
 * Commits an admin's act on a member on the condition that both are as they were
 * read. So of two admins who demote or disable each other at once only one succeeds, and one admin is always left.
 */
export async function commitAct<T extends object>(
  callerUid: string,
  uid: string,
  decide: (acted: ActedOn) => Decision<T> | Failure,
): Promise<T | Failure> {
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) {
    const { documents } = orThrow(await readDocuments([`members/${callerUid}`, `members/${uid}`]));
    const [callerDocument, document] = documents;
    const caller = parseMember(callerDocument?.data);
    if (!callerDocument || caller === null || caller.disabled || !caller.isAdmin) return ONLY_ADMINS;
    const member = parseMember(document?.data);
    if (!document || member === null) return NO_SUCH_MEMBER;
    const decision = decide({ document, member });
    if (isFailure(decision)) return decision;
    const { fields = {}, removed = [], writes } = decision;
    const memberWrite = updateMember(uid, fields, document.updateTime, removed);
    const outcome = await commitWrites([keepAdmin(callerDocument), memberWrite, ...writes]);
    if ("time" in outcome) return decision.result;
    if (outcome.refusal === "UNAVAILABLE") return UNAVAILABLE;
    // The pause is random, so that two changes do not meet again and again.
    await sleep(Math.random() * MAX_PAUSE_MS);
  }
  return CHANGED_MEANWHILE;
}
