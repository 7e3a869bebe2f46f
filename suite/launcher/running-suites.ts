import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { isAlive, lockHolders, startTimeOf, tryLock } from "../command-line/lock.mjs";
import { DATA } from "../command-line/paths.ts";
import { processesOfSuite, sendSignal, waitUntil } from "../machine/processes.ts";

/** What a running suite leaves on the disk for other commands, and for whoever has to clear up after it. */
export interface RunningSuite {
  projectId: string;
  env: Record<string, string>;
  /** The command that started it. */
  launcher: number;
  /** When that began, by which it is told from a later process with its number. */
  began: string;
  mark: string;
  /** Files and folders that go when it has ended. */
  leftovers: string[];
}

const RUN = join(DATA, "run");
const SAVE_WITHIN_MS = 120_000;

/** A suite's own folder, named by its hosting port. */
export function runFolder(hosting: number): string {
  return join(RUN, String(hosting));
}

/** Writes down that this process starts a suite, and gives what it wrote. */
export function registerSuite(hosting: number, suite: Omit<RunningSuite, "launcher" | "began">): RunningSuite {
  const running = { ...suite, launcher: process.pid, began: startTimeOf(process.pid) };
  mkdirSync(runFolder(hosting), { recursive: true });
  writeFileSync(join(runFolder(hosting), "suite.json"), JSON.stringify(running, null, 2));
  return running;
}

/** The suite whose hosting listens on this port, or `null` when this checkout runs none there that answers. */
export async function findRunningSuite(hosting: number): Promise<RunningSuite | null> {
  const suite = readRunning(runFolder(hosting));
  // Where it was killed, another checkout's suite may answer in its place.
  if (suite === null || !isThere(suite)) return null;
  try {
    await fetch(`http://${suite.env.FIREBASE_EMULATOR_HUB}/`, { signal: AbortSignal.timeout(5_000) });
    return suite;
  } catch {
    return null;
  }
}

function isThere({ launcher, began, mark }: RunningSuite): boolean {
  return isAlive(launcher, began) || processesOfSuite(mark).length > 0;
}

/** Ends what is left of a suite that is over and removes its files. */
export function removeLeftovers(folder: string, suite: RunningSuite): void {
  for (const pid of processesOfSuite(suite.mark)) sendSignal(pid, "SIGKILL");
  for (const path of [...suite.leftovers, folder]) rmSync(path, { recursive: true, force: true });
}

/**
 * Clears up after suites whose command was killed, and gives them. One that is still saving is waited for first, since it
 * was told to end by the end of its command; `onWait` is called once if so.
 */
export async function cleanUpKilledSuites(onWait: () => void): Promise<RunningSuite[]> {
  const killed: RunningSuite[] = [];
  for (const name of existsSync(RUN) ? readdirSync(RUN) : []) {
    const folder = join(RUN, name);
    // The lock of a port, left by a start that was killed: taken over, and released.
    if (name.endsWith(".lock") && lockHolders(folder).length === 0) tryLock(folder)?.();
    const suite = readRunning(folder);
    if (suite === null || isAlive(suite.launcher, suite.began)) continue;
    const isFirebase = () => processesOfSuite(suite.mark).some((pid) => pid === firebaseToolsPid(folder));
    if (isFirebase()) onWait();
    await waitUntil(() => !isFirebase(), SAVE_WITHIN_MS);
    removeLeftovers(folder, suite);
    killed.push(suite);
  }
  return killed;
}

function readRunning(folder: string): RunningSuite | null {
  try {
    return JSON.parse(readFileSync(join(folder, "suite.json"), "utf8")) as RunningSuite;
  } catch {
    return null;
  }
}

/** firebase-tools' own process, written by the shell that becomes it; `null` before that. */
export function firebaseToolsPid(folder: string): number | null {
  try {
    return Number(readFileSync(join(folder, "firebase.pid"), "utf8")) || null;
  } catch {
    return null;
  }
}
