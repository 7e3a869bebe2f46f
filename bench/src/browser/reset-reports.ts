import { seed, withFirestore } from "../data/seed.ts";
import type { BrowserEnvironment } from "./environment.ts";

/** Deletes everything in the project's Firestore and writes this many reports. */
export async function resetReports(environment: BrowserEnvironment, reports: number): Promise<void> {
  const { firestoreHost, projectId, log } = environment;
  log(`writing ${reports.toLocaleString("en")} reports`);
  const documents = `http://${firestoreHost}/emulator/v1/projects/${projectId}/databases/(default)/documents`;
  const response = await fetch(documents, { method: "DELETE" });
  if (!response.ok) throw new Error(`Firestore could not be emptied: ${response.status} ${await response.text()}`);
  await withFirestore(projectId, (db) => seed(db, reports, () => undefined));
}
