import { LIMITS } from "@logbook/domain";
import { FieldPath, type Firestore } from "firebase-admin/firestore";
import type { HistoryEvent } from "./history.ts";

/**
 * Makes the author of a report or an amendment follow the report, unless the author has chosen a mode for the report or
 * has chosen modes for as many reports as are allowed.
 */
export async function followOwnWrite(
  db: Firestore,
  { kind }: HistoryEvent,
  issueId: string,
  { authorUid, writtenAt }: { authorUid: unknown; writtenAt: unknown },
): Promise<void> {
  if (typeof authorUid !== "string" || (kind !== "created" && kind !== "amended")) return;
  const followsRef = db.doc(`follows/${authorUid}`);
  const modesById: unknown = (await followsRef.get()).get("reports");
  const issueIds = typeof modesById === "object" && modesById !== null ? Object.keys(modesById) : [];
  if (issueIds.includes(issueId) || issueIds.length >= LIMITS.followsPerMember) return;
  // `mergeFields` leaves the other reports unchanged. A `FieldPath` accepts every id, also one with a hyphen.
  const reports = { [issueId]: { mode: "all", since: writtenAt } };
  await followsRef.set({ reports }, { mergeFields: [new FieldPath("reports", issueId)] });
}
