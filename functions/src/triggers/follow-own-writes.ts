import { LIMITS } from "@logbook/domain";
import { FieldPath, type Firestore } from "firebase-admin/firestore";
import type { HistoryEvent } from "./history.ts";

/** Makes the author of a report or an amendment follow the report, unless they do already or have chosen not to. */
export async function followOwnWrite(
  db: Firestore,
  { kind }: HistoryEvent,
  issueId: string,
  { by: uid, at }: { by: unknown; at: unknown },
): Promise<void> {
  if (typeof uid !== "string" || (kind !== "created" && kind !== "amended")) return;
  const follows = db.doc(`follows/${uid}`);
  const stored: unknown = (await follows.get()).get("reports");
  const knownIds = typeof stored === "object" && stored !== null ? Object.keys(stored) : [];
  if (knownIds.includes(issueId) || knownIds.length >= LIMITS.followsPerMember) return;
  const reports = { [issueId]: { mode: "all", since: at } };
  await follows.set({ reports }, { mergeFields: [new FieldPath("reports", issueId)] });
}
