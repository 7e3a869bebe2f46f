import { FieldPath, FieldValue, type Firestore, Timestamp } from "firebase-admin/firestore";
import { adminDb } from "../firestore/admin.ts";
import { purgeTimeOf } from "../firestore/stored-report.ts";
import { pluralize } from "./pluralize.ts";

const PAGE_SIZE = 50;

/**
 * Deletes the texts of amendments that have been hidden for 30 days, also their former texts in the history, and takes
 * their files from the report: the next sweep deletes them, because nothing lists them any longer. Returns a summary.
 */
export async function purgeHidden(now: Date): Promise<string> {
  const db = await adminDb();
  const due = db.collection("issues").where("hiddenDueAt", "<=", now).select().limit(PAGE_SIZE);
  let count = 0;
  // Each report of a page leaves the query, because its next due time is later or gone.
  for (let page = await due.get(); !page.empty; page = await due.get())
    for (const { id } of page.docs) count += await purgeReport(db, id, now);
  return `${pluralize(count, "hidden amendment")} lost its text for good.`;
}

/** Deletes the due texts and files of one report, and stores when its next one is due. Returns their number. */
async function purgeReport(db: Firestore, issueId: string, now: Date): Promise<number> {
  const report = db.doc(`issues/${issueId}`);
  const readHidden = (amendments: unknown) =>
    Object.entries((amendments ?? {}) as Record<string, { hiddenAt?: unknown; text?: unknown }>).flatMap(
      ([id, { hiddenAt, text }]) =>
        hiddenAt instanceof Timestamp && text !== "" ? [{ id, dueAt: purgeTimeOf(hiddenAt.toDate()) }] : [],
    );
  const isDue = ({ dueAt }: { dueAt: Date }): boolean => dueAt <= now;
  const dueIds = readHidden((await report.get()).get("amendments"))
    .filter(isDue)
    .map(({ id }) => id);
  // The former texts first: if this fails, the report stays due.
  for (const id of dueIds) await deleteFormerTexts(db, issueId, id);
  return await db.runTransaction(async (transaction) => {
    const snapshot = await transaction.get(report);
    if (!snapshot.exists) return 0;
    const hidden = readHidden(snapshot.get("amendments"));
    const purged = hidden.filter((entry) => isDue(entry) && dueIds.includes(entry.id));
    const next = hidden.filter((entry) => !purged.includes(entry)).map(({ dueAt }) => dueAt.getTime());
    const nextDueAt = next.length === 0 ? null : new Date(Math.min(...next));
    const changes = purged.flatMap(({ id }) => [
      ...[new FieldPath("amendments", id, "text"), ""],
      ...[new FieldPath("amendments", id, "attachments"), FieldValue.delete()],
    ]);
    // `null` matches no query for times.
    transaction.update(report, "hiddenDueAt", nextDueAt, ...changes);
    return purged.length;
  });
}

async function deleteFormerTexts(db: Firestore, issueId: string, amendmentId: string): Promise<void> {
  const events = db.collection("history").where("issueId", "==", issueId).where("to", "==", amendmentId);
  const { docs } = await events.where("kind", "==", "edited").select().get();
  for (const { ref } of docs) await ref.update({ former: {} });
}
