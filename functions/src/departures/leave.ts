import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { type Failure, FORMER_MEMBER } from "@logbook/domain";
import * as logger from "firebase-functions/logger";
import { keepAnotherAdmin } from "../accounts/last-admin.ts";
import { parseMember } from "../accounts/member.ts";
import { checkOwnPassword } from "../accounts/own-password.ts";
import type { Caller } from "../accounts/session.ts";
import { UNAUTHENTICATED } from "../accounts/tokens.ts";
import { commitWrites, readDocument } from "../firestore/documents.ts";
import { encodeFields } from "../firestore/values.ts";
import { createDocument, deleteDocument, moveBoard, setDocument } from "../firestore/writes.ts";
import { type ApiResponse, failure, isFailure, ok, UNAVAILABLE } from "../http/response.ts";
import { finishDeparture } from "./finish-departure.ts";

const CHANGED_MEANWHILE = failure(
  "conflict",
  "An admin changed your account at the same moment, so it was not deleted. Please try again.",
);

const MAX_ATTEMPTS = 8;
const MAX_PAUSE_MS = 100;
// What is not done then is done by the daily job. The page waits longer for a response.
const FINISH_MS = 20_000;

/**
 * Deletes the caller's account. One commit ends the member: from then on every call, rule and upload treats the caller as
 * a stranger, in all windows. The rest follows from the document `departures/{uid}` of that commit, at once or by the
 * daily job (finish-departure.ts). The only admin cannot leave.
 */
export async function leave(
  caller: Caller,
  password: string,
  appCheckToken: string | undefined,
): Promise<ApiResponse | Failure> {
  const checked = await checkOwnPassword(caller, password, appCheckToken);
  if (isFailure(checked)) return checked;
  const leaveFailure = await commitDeparture(caller.uid);
  if (leaveFailure !== null) return leaveFailure;
  try {
    await finishDeparture(caller.uid, caller.username, Date.now() + FINISH_MS);
  } catch (error) {
    logger.warn("a departure is left to the daily job", { reason: String(error) });
  }
  return ok({});
}

async function commitDeparture(uid: string): Promise<Failure | null> {
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) {
    const document = await readDocument(`members/${uid}`);
    const member = parseMember(document?.data);
    if (document === null || member === null) return UNAUTHENTICATED;
    const otherAdmin = member.isAdmin ? await keepAnotherAdmin(uid) : null;
    if (otherAdmin !== null && isFailure(otherAdmin)) return otherAdmin;
    const event = { issueId: "", kind: "left", from: null, to: null, by: uid, byName: FORMER_MEMBER };
    const outcome = await commitWrites([
      { ...deleteDocument(`members/${uid}`), currentDocument: { updateTime: document.updateTime } },
      setDocument(`departures/${uid}`, encodeFields({ username: member.username }), ["leftAt"]),
      // Tells the instances to show another name in the events that they keep (news/event-log.ts).
      createDocument(`history/${randomUUID()}`, encodeFields(event), ["at"]),
      moveBoard(""),
      ...(otherAdmin === null ? [] : [otherAdmin]),
    ]);
    if ("time" in outcome) return null;
    if (outcome.refusal === "UNAVAILABLE") return UNAVAILABLE;
    // The pause is random, so that two changes do not meet again and again.
    await sleep(Math.random() * MAX_PAUSE_MS);
  }
  return CHANGED_MEANWHILE;
}
