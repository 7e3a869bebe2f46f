import { inRoot } from "./paths.ts";
import { lastLines, runQuietly } from "./run-quietly.ts";
import { Stop } from "./stop.ts";

/** Jobs the launcher runs while a suite runs. In production each has a schedule (functions/src/index.ts). */
export const JOB_NAMES = ["snapshot"] as const;

/** Runs a job of the built functions against a suite and gives its sentence. Throws a `Stop` when it fails. */
export async function runJob(suite: { projectId: string; env: Record<string, string> }, name: string): Promise<string> {
  const config = { projectId: suite.projectId, storageBucket: `${suite.projectId}.appspot.com` };
  const { code, output } = await runQuietly(process.execPath, [inRoot("functions", "dist", "job.js"), name], {
    env: { ...process.env, ...suite.env, FIREBASE_CONFIG: JSON.stringify(config), METADATA_SERVER_DETECTION: "none" },
  });
  if (code !== 0) throw new Stop(`${lastLines(output, 8)}\nThe job ${name} failed; its last words are above.`);
  return output.trim();
}
