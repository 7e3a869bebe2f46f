import { deleteApp, initializeApp } from "firebase-admin/app";
import { getFirestore } from "firebase-admin/firestore";
import { reportAt } from "./reports.ts";

/** The members of the measured logbooks: member documents without accounts at Auth. */
export const MEMBER = { uid: "bench-member", username: "bench-member", isAdmin: false };
export const ADMIN = { uid: "bench-admin", username: "bench-admin", isAdmin: true };

// This many generated reports stay below 10 MiB, Firestore's limit for a commit.
const REPORTS_PER_COMMIT = 400;
const PARALLEL_COMMITS = 4;

/** Writes the first `count` generated reports, the members and the board into an empty project. */
export async function seed(projectId: string, count: number): Promise<void> {
  const app = initializeApp({ projectId }, projectId);
  const db = getFirestore(app);
  const writeEveryNthCommit = async (firstCommit: number): Promise<void> => {
    for (let commit = firstCommit; commit * REPORTS_PER_COMMIT < count; commit += PARALLEL_COMMITS) {
      const batch = db.batch();
      const endIndex = Math.min(count, (commit + 1) * REPORTS_PER_COMMIT);
      for (let index = commit * REPORTS_PER_COMMIT; index < endIndex; index += 1)
        batch.create(db.doc(`issues/${reportId(index)}`), reportAt(index));
      await batch.commit();
    }
  };
  await Promise.all(Array.from({ length: PARALLEL_COMMITS }, (_, firstCommit) => writeEveryNthCommit(firstCommit)));

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
  await deleteApp(app);
}

export const reportId = (index: number): string => `report-${index}`;
