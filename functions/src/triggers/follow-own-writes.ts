import { LIMITS } from "@logbook/domain";
import { FieldPath, type Firestore } from "firebase-admin/firestore";
import type { HistoryEvent } from "./history.ts";

/** Authors of reports and amendments follow the report, unless they follow it already or have chosen not to. */
export async function followOwnWrite(
  db: Firestore,
  { kind }: HistoryEvent,
  issueId: string,
  { by, at }: { by: unknown; at: unknown },
): Promise<void> {
  if (typeof by !== "string" || (kind !== "created" && kind !== "amended")) return;
  const follows = db.doc(`follows/${by}`);
  const stored: unknown = (await follows.get()).get("reports");
  const known = typeof stored === "object" && stored !== null ? Object.keys(stored) : [];
  if (known.includes(issueId) || known.length >= LIMITS.followsPerMember) return;
  const reports = { [issueId]: { mode: "all", since: at } };
  await follows.set({ reports }, { mergeFields: [new FieldPath("reports", issueId)] });
}
