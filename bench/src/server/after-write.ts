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

// The function queries this far back, too (functions/src/board).
const OVERLAP_MS = 60_000;

/**
 * Measures the first list after writes of other instances. After one write the function reads the report that the board
 * names; the limit is the list and that read. After several it queries all changes; the limit is those three queries.
 */
export async function measureAfterWrite(logbook: Logbook, { firestoreHost, quick }: Environment): Promise<Row[]> {
  const { projectId, memberToken: token, reports } = logbook;
  const { issuePath } = firestoreRest(projectId);
  return await withFirestore(projectId, async (db) => {
    const { real, limit, stop } = await startInstancePair(logbook);
    const firestore = createHttpClient(firestoreHost);
    const list = ({ client }: Instance): Promise<number> => client.time(200, listPath(), { token });
    const one = (round: number): string => idOf(Math.abs(round) % reports);
    const two = (round: number): string[] => [0, 1].map((at) => idOf((2 * Math.abs(round) + at) % reports));
    try {
      const afterOne = await interleave(
        {
          real: (round) => writeReports(db, [one(round)]).then(() => list(real)),
          bare: async (round) =>
            (await list(limit)) + (await firestore.time(200, issuePath(one(round)), { token: "owner" })),
        },
        { rounds: quick ? 50 : 200, warmUpRounds: 50 },
      );
      const afterSeveral = await interleave(
        {
          real: (round) => writeReports(db, two(round)).then(() => list(real)),
          bare: async (round) => {
            await writeReports(db, two(round));
            const startedAt = performance.now();
            await queryChanges(db);
            return performance.now() - startedAt;
          },
        },
        { rounds: quick ? 5 : 15 },
      );
      return [
        latencyRow({ figure: "list, the first after another's write", reports }, afterOne.real, afterOne.bare),
        latencyRow(
          { figure: "list, the first after several of others' writes", reports },
          afterSeveral.real,
          afterSeveral.bare,
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
