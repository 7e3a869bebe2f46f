import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { FUNCTIONS_FOLDER } from "./environment.ts";

/** Runs the built job `snapshot`, which saves the snapshot of the board. Returns the sentence that the job prints. */
export async function saveSnapshot(env: NodeJS.ProcessEnv): Promise<string> {
  const { stdout } = await promisify(execFile)(process.execPath, [`${FUNCTIONS_FOLDER}/job.js`, "snapshot"], { env });
  return stdout.trim();
}
