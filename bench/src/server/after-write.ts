import { FieldValue, type Firestore } from "firebase-admin/firestore";
import { idOf, withFirestore } from "../data/seed.ts";
import { latencyRow, type Row } from "../figures/row.ts";
import type { Environment } from "../harness/environment.ts";
import type { Instance } from "../harness/function-process.ts";
import { createHttpClient } from "../harness/http-client.ts";
import { firestoreRest } from "./firestore-rest.ts";
import { startInstancePair } from "./instances.ts";
import { interleave } from "./interleave.ts";
import { type Logbook, listPath } from "./logbook.ts";

// Same as `OVERLAP_MS` in functions/src/board/board.ts.
const OVERLAP_MS = 60_000;

/**
 * Measures the first list after writes of other instances. After one write the function reads the report that the board
 * names; after several writes, it queries all changes. The limit after one write is a list plus the read of one report;
 * after several writes, the limit is the three queries alone.
 */
export async function measureAfterWrite(logbook: Logbook, { firestoreHost, quick }: Environment): Promise<Row[]> {
  const { projectId, memberToken: token, reports } = logbook;
  const { issuePath } = firestoreRest(projectId);
  return await withFirestore(projectId, async (db) => {
    const { real, limit, stop } = await startInstancePair(logbook);
    const firestore = createHttpClient(firestoreHost);
    const list = ({ client }: Instance): Promise<number> => client.time(200, listPath(), { token });
    const oneReport = (round: number): string => idOf(Math.abs(round) % reports);
    const twoReports = (round: number): string[] =>
      [0, 1].map((offset) => idOf((2 * Math.abs(round) + offset) % reports));
    try {
      const afterOne = await interleave(
        {
          real: (round) => writeReports(db, [oneReport(round)]).then(() => list(real)),
          limit: async (round) =>
            (await list(limit)) + (await firestore.time(200, issuePath(oneReport(round)), { token: "owner" })),
        },
        { rounds: quick ? 50 : 200, warmUpRounds: 50 },
      );
      const afterSeveral = await interleave(
        {
          real: (round) => writeReports(db, twoReports(round)).then(() => list(real)),
          limit: async (round) => {
            await writeReports(db, twoReports(round));
            const startedAt = performance.now();
            await queryChanges(db);
            return performance.now() - startedAt;
          },
        },
        { rounds: quick ? 5 : 15 },
      );
      return [
        latencyRow({ figure: "list, the first after another's write", reports }, afterOne.real, afterOne.limit),
        latencyRow(
          { figure: "list, the first after several of others' writes", reports },
          afterSeveral.real,
          afterSeveral.limit,
        ),
      ];
    } finally {
      firestore.close();
      await stop();
    }
  });
}

/** Writes reports one after the other, each with the board, as the function does. */
async function writeReports(db: Firestore, ids: readonly string[]): Promise<void> {
  for (const issueId of ids) {
    const batch = db.batch();
    const now = FieldValue.serverTimestamp();
    batch.update(db.doc(`issues/${issueId}`), { updatedAt: now });
    batch.update(db.doc("boards/main"), { revision: FieldValue.increment(1), changedAt: now, issueId });
    await batch.commit();
  }
}

async function queryChanges(db: Firestore): Promise<void> {
  const since = new Date(Date.now() - OVERLAP_MS);
  const changed = db.collection("issues").where("updatedAt", ">=", since);
  const voted = db.collection("issues").where("votedAt", ">=", since);
  const deleted = db.collection("trash").where("deletedAt", ">=", since).select();
  await db.runTransaction(
    (snapshot) => Promise.all([snapshot.get(changed), snapshot.get(voted), snapshot.get(deleted)]),
    {
      readOnly: true,
    },
  );
}
