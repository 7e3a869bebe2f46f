import { LIMITS } from "@logbook/domain";
import { FieldPath, type Firestore } from "firebase-admin/firestore";
import { readTimestamp } from "../firestore/stored-report.ts";
import type { HistoryEvent } from "./history.ts";

/**
 * Authors of reports and amendments follow the report, unless they follow it already or have chosen not to. Who voted
 * before this trigger ran follows it since what they wrote: taking the vote back must not end that.
 */
export async function followOwnWrite(
  db: Firestore,
  { kind }: HistoryEvent,
  issueId: string,
  { by, at }: { by: unknown; at: unknown },
): Promise<void> {
  if (typeof by !== "string" || (kind !== "created" && kind !== "amended")) return;
  const follows = db.doc(`follows/${by}`);
  const stored: unknown = (await follows.get()).get("reports");
  const known = typeof stored === "object" && stored !== null ? (stored as Record<string, unknown>) : {};
  const isKnown = Object.hasOwn(known, issueId);
  if (isKnown && !isByLaterVote(known[issueId], at)) return;
  if (!isKnown && Object.keys(known).length >= LIMITS.followsPerMember) return;
  const reports = { [issueId]: { mode: "all", since: at } };
  await follows.set({ reports }, { mergeFields: [new FieldPath("reports", issueId)] });
}

/** Whether a member follows every change of a report, but since a later time. */
function isByLaterVote(following: unknown, at: unknown): boolean {
  const { mode, since } = (following ?? {}) as Record<string, unknown>;
  return mode === "all" && (readTimestamp(since) ?? "") > (readTimestamp(at) ?? "");
}
