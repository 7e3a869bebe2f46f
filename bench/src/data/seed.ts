import { deleteApp, initializeApp } from "firebase-admin/app";
import { type Firestore, getFirestore } from "firebase-admin/firestore";
import { reportAt } from "./reports.ts";

/** A member of the measured logbooks: a member document without an account at Auth. */
export interface SeedMember {
  uid: string;
  username: string;
  isAdmin: boolean;
}

export const MEMBER: SeedMember = { uid: "bench-member", username: "bench-member", isAdmin: false };
export const ADMIN: SeedMember = { uid: "bench-admin", username: "bench-admin", isAdmin: true };

// A commit may have at most 10 MiB.
const REPORTS_PER_COMMIT = 400;
const PARALLEL_COMMITS = 4;

/** Runs `work` with the Admin SDK's client for a project of the Firestore emulator. */
export async function withFirestore<T>(projectId: string, work: (db: Firestore) => Promise<T>): Promise<T> {
  const app = initializeApp({ projectId }, projectId);
  try {
    return await work(getFirestore(app));
  } finally {
    await deleteApp(app);
  }
}

/** Writes the first `count` reports, the members and the board into an empty project. */
export async function seed(db: Firestore, count: number, onProgress: (written: number) => void): Promise<void> {
  let next = 0;
  let written = 0;
  async function writeNextReports(): Promise<void> {
    while (next < count) {
      const from = next;
      next = Math.min(count, from + REPORTS_PER_COMMIT);
      const batch = db.batch();
      for (let n = from; n < next; n += 1) batch.create(db.doc(`issues/${reportId(n)}`), reportAt(n));
      const size = next - from;
      await batch.commit();
      written += size;
      onProgress(written);
    }
  }
  await Promise.all(Array.from({ length: PARALLEL_COMMITS }, writeNextReports));

  const now = new Date();
  const batch = db.batch();
  for (const { uid, username, isAdmin } of [MEMBER, ADMIN])
    batch.create(db.doc(`members/${uid}`), {
      username,
      isAdmin,
      disabled: false,
      validSince: new Date(0),
      createdAt: now,
    });
  batch.create(db.doc("boards/main"), {
    revision: count,
    lastNumber: count,
    changedAt: now,
    issueId: count === 0 ? "" : reportId(count - 1),
  });
  await batch.commit();
}

export const reportId = (n: number): string => `report-${n}`;
