import { LIMITS } from "@logbook/domain";
import * as logger from "firebase-functions/logger";
import { commitWrites, orThrow, queryDocuments, type StoredDocument } from "../firestore/documents.ts";
import { deleteDocument, updateDocument } from "../firestore/writes.ts";
import { finishDeparture } from "./finish-departure.ts";

const DAY_MS = 86_400_000;
// A call that had read the member before the departure may commit as late as this.
const LAST_CALL_MS = 60 * 60_000;
// Departures are rare; the job runs again the next day.
const MAX_DEPARTURES = 1_000;
const FINISH_MS = 10 * 60_000;

/**
 * Finishes the departures of members that were interrupted, and looks once more for what their last calls have stored
 * late. After 30 days a departure is over: then the job `orphans` frees the name. Returns a summary without names.
 */
export async function finishDepartures(now: Date): Promise<string> {
  const { documents } = orThrow(
    await queryDocuments({ from: [{ collectionId: "departures" }], limit: MAX_DEPARTURES }),
  );
  const counts = { finished: 0, over: 0, remaining: 0 };
  for (const departure of documents) {
    try {
      await continueDeparture(departure, now, counts);
    } catch (error) {
      counts.remaining += 1;
      logger.warn("a departure could not be finished", { reason: String(error) });
    }
  }
  return `Departures: ${counts.finished} finished, ${counts.over} over, ${counts.remaining} not finished yet.`;
}

async function continueDeparture(
  { id: uid, data }: StoredDocument,
  now: Date,
  counts: { finished: number; over: number },
): Promise<void> {
  const leftAt = data.leftAt instanceof Date ? data.leftAt.getTime() : 0;
  const isFinished = data.finishedAt instanceof Date;
  if (!isFinished) {
    await finishDeparture(uid, String(data.username), Date.now() + FINISH_MS);
    if (now.getTime() - leftAt < LAST_CALL_MS) return;
    const change = { fields: { finishedAt: now }, mask: ["finishedAt"], serverTimes: [] };
    orThrow(await commitWrites([updateDocument(`departures/${uid}`, change)]));
    counts.finished += 1;
  }
  if (now.getTime() - leftAt < LIMITS.formerNameDays * DAY_MS) return;
  orThrow(await commitWrites([deleteDocument(`departures/${uid}`)]));
  counts.over += 1;
}
