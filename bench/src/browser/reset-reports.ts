import { seed, withFirestore } from "../data/seed.ts";
import type { BrowserEnvironment } from "./environment.ts";

/** Empties the project's Firestore and fills it with this many reports. */
export async function fill({ firestoreHost, projectId, log }: BrowserEnvironment, reports: number): Promise<void> {
  log(`writing ${reports.toLocaleString("en")} reports`);
  const documents = `http://${firestoreHost}/emulator/v1/projects/${projectId}/databases/(default)/documents`;
  const cleared = await fetch(documents, { method: "DELETE" });
  if (!cleared.ok) throw new Error(`Firestore was not emptied: ${cleared.status} ${await cleared.text()}`);
  await withFirestore(projectId, (db) => seed(db, reports, () => undefined));
}
