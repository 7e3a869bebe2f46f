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

/**
 * Measures the first list after a write by somebody else, for which the function has to read the changed report. The
 * limit is a list of the minimal function (`harness/limit.ts`) plus a read of the report.
 */
export async function measureAfterWrite(logbook: Logbook, { firestoreHost, isQuick }: Environment): Promise<Row[]> {
  const { projectId, memberToken: token, reportCount } = logbook;
  const { issuePath } = firestoreRest(projectId);
  return await withFirestore(projectId, async (db) => {
    const { realFunction, minimalFunction, stop } = await startInstancePair(logbook);
    const firestore = createHttpClient(firestoreHost);
    const timeList = ({ client }: Instance): Promise<number> => client.timeRequest(200, listPath(), { token });
    // The emulator treats the token `owner` as an administrator's token.
    const timeReportRead = (id: string) => firestore.timeRequest(200, issuePath(id), { token: "owner" });
    // Warm-up rounds have negative numbers.
    const issueIdOf = (round: number): string => reportId(Math.abs(round) % reportCount);
    try {
      const times = await interleave(
        {
          real: (round) => writeReport(db, issueIdOf(round)).then(() => timeList(realFunction)),
          minimal: async (round) => (await timeList(minimalFunction)) + (await timeReportRead(issueIdOf(round))),
        },
        { rounds: isQuick ? 50 : 200, warmUpRounds: 50 },
      );
      const figure = "list, the first after another's write";
      return [latencyRow({ figure, reports: reportCount }, times.real, times.minimal)];
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
