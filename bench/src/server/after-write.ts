import { FieldValue, type Firestore } from "firebase-admin/firestore";
import { idOf, withFirestore } from "../data/seed.ts";
import type { Row } from "../row.ts";
import { interleave } from "./interleave.ts";
import { startReal, stopAll } from "./pair.ts";
import { latencyRows } from "./rows.ts";
import { type Logbook, listAddress, type ServerWorld } from "./world.ts";

const OVERLAP_MS = 60_000;

/**
 * The first list after a write, which asks Firestore for what changed, over the same two queries alone. Nearly all of both
 * is the emulated engine looking through the whole collection, where Firestore uses an index.
 */
export async function measureAfterWrite(logbook: Logbook, { quick }: ServerWorld): Promise<Row[]> {
  const { memberToken: token, reports } = logbook;
  return await withFirestore(logbook.projectId, async (db) => {
    const real = await startReal(logbook);
    try {
      await real.client.expect(200, listAddress(), { token });
      const times = await interleave(
        {
          real: async (round) => {
            await touch(db, idOf(Math.abs(round) % reports));
            return (await real.client.expect(200, listAddress(), { token })).ms;
          },
          bare: async (round) => {
            await touch(db, idOf(Math.abs(round) % reports));
            const began = performance.now();
            await askForChanges(db);
            return performance.now() - began;
          },
        },
        { rounds: quick ? 5 : 15 },
      );
      return latencyRows({ figure: "list, the first after a write", reports }, times.real, times.bare).slice(0, 1);
    } finally {
      await stopAll([real]);
    }
  });
}

async function touch(db: Firestore, id: string): Promise<void> {
  const batch = db.batch();
  const now = FieldValue.serverTimestamp();
  batch.update(db.doc(`issues/${id}`), { updatedAt: now });
  batch.update(db.doc("boards/main"), { revision: FieldValue.increment(1), changedAt: now, issueId: id });
  await batch.commit();
}

async function askForChanges(db: Firestore): Promise<void> {
  const since = new Date(Date.now() - OVERLAP_MS);
  const changed = db.collection("issues").where("updatedAt", ">=", since);
  const deleted = db.collection("trash").where("deletedAt", ">=", since).select();
  await db.runTransaction((moment) => Promise.all([moment.get(changed), moment.get(deleted)]), { readOnly: true });
}
