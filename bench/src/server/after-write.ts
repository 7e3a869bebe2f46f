import { FieldValue, type Firestore } from "firebase-admin/firestore";
import { reportId, withFirestore } from "../data/seed.ts";
import { latencyRow, type Row } from "../figures/row.ts";
import type { Environment } from "../harness/environment.ts";
import type { Instance } from "../harness/function-process.ts";
import { createHttpClient } from "../harness/http-client.ts";
import { firestoreRest } from "./firestore-rest.ts";
import { startInstancePair } from "./instances.ts";
import { interleave } from "./interleave.ts";
import { type Logbook, listPath } from "./logbook.ts";

/** Measures the first list after a write of another instance. The limit is the limit's list plus a read of the report. */
export async function measureAfterWrite(logbook: Logbook, { firestoreHost, quick }: Environment): Promise<Row> {
  const { projectId, memberToken: token, reports } = logbook;
  const { issuePath } = firestoreRest(projectId);
  return await withFirestore(projectId, async (db) => {
    const { real, limit, stop } = await startInstancePair(logbook);
    const firestore = createHttpClient(firestoreHost);
    const list = ({ client }: Instance): Promise<number> => client.time(200, listPath(), { token });
    // Warm-up rounds have negative numbers.
    const writtenId = (round: number): string => reportId(Math.abs(round) % reports);
    try {
      const times = await interleave(
        {
          real: (round) => writeReport(db, writtenId(round)).then(() => list(real)),
          limit: async (round) =>
            (await list(limit)) + (await firestore.time(200, issuePath(writtenId(round)), { token: "owner" })),
        },
        { rounds: quick ? 50 : 200, warmUpRounds: 50 },
      );
      return latencyRow({ figure: "list, the first after another's write", reports }, times.real, times.limit);
    } finally {
      firestore.close();
      await stop();
    }
  });
}

/** Writes a report and the board in one batch, as the function does. */
async function writeReport(db: Firestore, issueId: string): Promise<void> {
  const batch = db.batch();
  const now = FieldValue.serverTimestamp();
  batch.update(db.doc(`issues/${issueId}`), { updatedAt: now });
  batch.update(db.doc("boards/main"), { revision: FieldValue.increment(1), changedAt: now, issueId });
  await batch.commit();
}
