import { FieldValue, type Firestore } from "firebase-admin/firestore";
import { idOf, withFirestore } from "../data/seed.ts";
import type { Row } from "../row.ts";
import { latencyRows } from "../rows.ts";
import { client } from "../harness/http-client.ts";
import { interleave } from "./interleave.ts";
import { type InstancePair, startInstancePair } from "./instances.ts";
import { firestoreRest } from "./firestore-rest.ts";
import { type Logbook, listPath, type ServerEnvironment } from "./logbook.ts";

const OVERLAP_MS = 60_000;

/**
 * The first list after others' writes. After one, the instance reads the report that the board names: over the limit's
 * list and that read alone. After several it asks for all that changed: over the same two queries alone, nearly all of
 * which is the emulated engine looking through the whole collection, where Firestore uses an index.
 */
export async function measureAfterWrite(logbook: Logbook, environment: ServerEnvironment): Promise<Row[]> {
  return await withFirestore(logbook.projectId, async (db) => {
    const pair = await startInstancePair(logbook);
    try {
      return [...(await afterOne(db, logbook, pair, environment)), ...(await afterSeveral(db, logbook, pair, environment))];
    } finally {
      await pair.stop();
    }
  });
}

async function afterOne(
  db: Firestore,
  { projectId, memberToken: token, reports }: Logbook,
  { real, limit }: InstancePair,
  { firestoreHost, quick }: ServerEnvironment,
): Promise<Row[]> {
  const firestore = client(firestoreHost);
  const { issuePath } = firestoreRest(projectId);
  const times = await interleave(
    {
      real: async (round) => {
        await touch(db, [idOf(Math.abs(round) % reports)]);
        return (await real.client.expect(200, listPath(), { token })).ms;
      },
      bare: async (round) => {
        const id = idOf(Math.abs(round) % reports);
        const list = await limit.client.expect(200, listPath(), { token });
        return list.ms + (await firestore.expect(200, issuePath(id), { token: "owner" })).ms;
      },
    },
    { rounds: quick ? 50 : 200, uncounted: 50 },
  );
  firestore.close();
  return latencyRows({ figure: "list, the first after another's write", reports }, times.real, times.bare).slice(0, 2);
}

async function afterSeveral(
  db: Firestore,
  { memberToken: token, reports }: Logbook,
  { real }: InstancePair,
  { quick }: ServerEnvironment,
): Promise<Row[]> {
  const touchTwo = (round: number) =>
    touch(
      db,
      [0, 1].map((by) => idOf((2 * Math.abs(round) + by) % reports)),
    );
  const times = await interleave(
    {
      real: async (round) => {
        await touchTwo(round);
        return (await real.client.expect(200, listPath(), { token })).ms;
      },
      bare: async (round) => {
        await touchTwo(round);
        const began = performance.now();
        await askForChanges(db);
        return performance.now() - began;
      },
    },
    { rounds: quick ? 5 : 15 },
  );
  const about = { figure: "list, the first after several of others' writes", reports };
  return latencyRows(about, times.real, times.bare).slice(0, 1);
}

/** Writes the reports one after the other, as others do. */
async function touch(db: Firestore, ids: readonly string[]): Promise<void> {
  for (const issueId of ids) {
    const batch = db.batch();
    const now = FieldValue.serverTimestamp();
    batch.update(db.doc(`issues/${issueId}`), { updatedAt: now });
    batch.update(db.doc("boards/main"), { revision: FieldValue.increment(1), changedAt: now, issueId });
    await batch.commit();
  }
}

async function askForChanges(db: Firestore): Promise<void> {
  const since = new Date(Date.now() - OVERLAP_MS);
  const changed = db.collection("issues").where("updatedAt", ">=", since);
  const deleted = db.collection("trash").where("deletedAt", ">=", since).select();
  await db.runTransaction((moment) => Promise.all([moment.get(changed), moment.get(deleted)]), { readOnly: true });
}
