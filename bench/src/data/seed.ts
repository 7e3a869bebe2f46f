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

// So many generated reports stay below 10 MiB, Firestore's limit for a commit.
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

/** Writes the first `count` generated reports, the members and the board into an empty project. */
export async function seed(db: Firestore, count: number, onProgress?: (writtenCount: number) => void): Promise<void> {
  let nextIndex = 0;
  let writtenCount = 0;
  async function writeNextReports(): Promise<void> {
    while (nextIndex < count) {
      const firstIndex = nextIndex;
      const endIndex = Math.min(count, firstIndex + REPORTS_PER_COMMIT);
      nextIndex = endIndex;
      const batch = db.batch();
      for (let index = firstIndex; index < endIndex; index += 1)
        batch.create(db.doc(`issues/${reportId(index)}`), reportAt(index));
      await batch.commit();
      writtenCount += endIndex - firstIndex;
      onProgress?.(writtenCount);
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

export const reportId = (index: number): string => `report-${index}`;
