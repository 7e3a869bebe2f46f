import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { CommandError } from "../command-line/command.ts";
import { isAlive, lockHolder, processStat, tryLock } from "../command-line/lock.mjs";
import { DATA } from "../command-line/paths.ts";
import { withStep } from "../command-line/progress.mjs";
import { processesOfSuite, readOrNull, sendSignal, waitUntil } from "../machine/processes.ts";

/** The record of a running suite on the disk, for other commands and for cleaning up if the suite is killed. */
export interface RunningSuite {
  projectId: string;
  /** The variables by which SDKs and tests find the suite's emulators. */
  env: Record<string, string>;
  /** The process id of the command that started the suite. */
  launcherPid: number;
  /** When the launcher started: a later process may have the same id. */
  startTime: string;
  /** The suite's id, which is in the environment of each of its processes. */
  id: string;
  /** Files and folders to remove once the suite has ended. */
  leftovers: string[];
}

const RUN_FOLDER = join(DATA, "run");
const END_TIMEOUT_MS = 120_000;

/** A suite's own folder, named by the port of its hosting. */
export function runFolder(hostingPort: number): string {
  return join(RUN_FOLDER, String(hostingPort));
}

/** Writes the record of a suite that this process starts, and returns it. */
export function registerSuite(
  hostingPort: number,
  suite: Omit<RunningSuite, "launcherPid" | "startTime">,
): RunningSuite {
  const record = { ...suite, launcherPid: process.pid, startTime: processStat(process.pid).startTime };
  mkdirSync(runFolder(hostingPort), { recursive: true });
  writeFileSync(join(runFolder(hostingPort), "suite.json"), JSON.stringify(record, null, 2));
  return record;
}

/**
 * This checkout's suite whose hosting has this port. Throws an error with advice if none is running there or if its hub
 * does not answer.
 */
export async function requireRunningSuite(
  hostingPort: number,
  { hasProjectOption = false } = {},
): Promise<RunningSuite> {
  const suite = readRecord(runFolder(hostingPort));
  // If this suite was killed, another checkout's suite may answer on its port.
  if (suite !== null && (isAlive(suite.launcherPid, suite.startTime) || processesOfSuite(suite.id).length > 0))
    try {
      await fetch(`http://${suite.env.FIREBASE_EMULATOR_HUB}/`, { signal: AbortSignal.timeout(5_000) });
      return suite;
    } catch {
      // The suite is still starting, or is ending.
    }
  const advice = hasProjectOption
    ? "name another's port with --port N, or name a real project with --project ID."
    : "or name another's port with --port N.";
  throw new CommandError(`No suite is running at http://127.0.0.1:${hostingPort}. Start it with npm start, ${advice}`);
}

/** Kills the remaining processes of a suite that has ended and removes its files. */
export function removeLeftovers(folder: string, suite: RunningSuite): void {
  for (const pid of processesOfSuite(suite.id)) sendSignal(pid, "SIGKILL");
  for (const path of [...suite.leftovers, folder]) rmSync(path, { recursive: true, force: true });
}

/** Removes what is left of killed suites, and returns these suites. Waits for those that are still ending. */
export async function cleanUpKilledSuites(): Promise<RunningSuite[]> {
  const killedSuites: RunningSuite[] = [];
  for (const name of existsSync(RUN_FOLDER) ? readdirSync(RUN_FOLDER) : []) {
    const path = join(RUN_FOLDER, name);
    // A stale lock of a port is removed when it is taken and released.
    if (name.endsWith(".lock") && lockHolder(path) === null) tryLock(path)?.();
    const suite = readRecord(path);
    if (suite === null || isAlive(suite.launcherPid, suite.startTime)) continue;
    // firebase-tools ends by itself after its launcher was killed (WRAPPER_SCRIPT).
    const hasEnded = () => !processesOfSuite(suite.id).some((pid) => pid === firebaseToolsPid(path));
    if (!hasEnded())
      await withStep("Waiting for the suite before this one to end", () => waitUntil(hasEnded, END_TIMEOUT_MS));
    removeLeftovers(path, suite);
    killedSuites.push(suite);
  }
  return killedSuites;
}

function readRecord(folder: string): RunningSuite | null {
  return readOrNull(() => JSON.parse(readFileSync(join(folder, "suite.json"), "utf8")) as RunningSuite);
}

/** The process id of firebase-tools; `null` before WRAPPER_SCRIPT in firebase-tools.ts has written it. */
export function firebaseToolsPid(folder: string): number | null {
  return readOrNull(() => Number(readFileSync(join(folder, "firebase.pid"), "utf8")) || null);
}
