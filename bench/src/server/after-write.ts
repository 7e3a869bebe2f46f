import { FieldValue, type Firestore } from "firebase-admin/firestore";
import { idOf, withFirestore } from "../data/seed.ts";
import { latencyRow, type Row } from "../figures/row.ts";
import type { Environment } from "../harness/environment.ts";
import { createHttpClient } from "../harness/http-client.ts";
import { firestoreRest } from "./firestore-rest.ts";
import { type InstancePair, startInstancePair } from "./instances.ts";
import { interleave } from "./interleave.ts";
import { type Logbook, listPath } from "./logbook.ts";

// The function queries this far back, too (functions/src/board).
const OVERLAP_MS = 60_000;

/**
 * Measures the first list after writes of other instances. After one write the function reads the report that the board
 * names; the limit is the list and that read. After several it queries all changes; the limit is those two queries.
 */
export async function measureAfterWrite(logbook: Logbook, environment: Environment): Promise<Row[]> {
  return await withFirestore(logbook.projectId, async (db) => {
    const pair = await startInstancePair(logbook);
    try {
      return [
        await afterOneWrite(db, logbook, pair, environment),
        await afterSeveralWrites(db, logbook, pair, environment),
      ];
    } finally {
      await pair.stop();
    }
  });
}

async function afterOneWrite(
  db: Firestore,
  { projectId, memberToken: token, reports }: Logbook,
  { real, limit }: InstancePair,
  { firestoreHost, quick }: Environment,
): Promise<Row> {
  const firestore = createHttpClient(firestoreHost);
  const { issuePath } = firestoreRest(projectId);
  const times = await interleave(
    {
      real: async (round) => {
        await writeReports(db, [idOf(Math.abs(round) % reports)]);
        return (await real.client.expect(200, listPath(), { token })).ms;
      },
      bare: async (round) => {
        const id = idOf(Math.abs(round) % reports);
        const list = await limit.client.expect(200, listPath(), { token });
        return list.ms + (await firestore.expect(200, issuePath(id), { token: "owner" })).ms;
      },
    },
    { rounds: quick ? 50 : 200, warmUpRounds: 50 },
  );
  firestore.close();
  return latencyRow({ figure: "list, the first after another's write", reports }, times.real, times.bare);
}

async function afterSeveralWrites(
  db: Firestore,
  { memberToken: token, reports }: Logbook,
  { real }: InstancePair,
  { quick }: Environment,
): Promise<Row> {
  const writeTwo = (round: number): Promise<void> => {
    const first = 2 * Math.abs(round);
    return writeReports(db, [idOf(first % reports), idOf((first + 1) % reports)]);
  };
  const times = await interleave(
    {
      real: async (round) => {
        await writeTwo(round);
        return (await real.client.expect(200, listPath(), { token })).ms;
      },
      bare: async (round) => {
        await writeTwo(round);
        const startedAt = performance.now();
        await queryChanges(db);
        return performance.now() - startedAt;
      },
    },
    { rounds: quick ? 5 : 15 },
  );
  const label = { figure: "list, the first after several of others' writes", reports };
  return latencyRow(label, times.real, times.bare);
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
  const deleted = db.collection("trash").where("deletedAt", ">=", since).select();
  await db.runTransaction((snapshot) => Promise.all([snapshot.get(changed), snapshot.get(deleted)]), {
    readOnly: true,
  });
}
