import { existsSync, readdirSync, readFileSync } from "node:fs";
import { setTimeout as pause } from "node:timers/promises";

/** The environment variable by which every process of a suite is known; a detached one too. */
export const MARK = "LOGBOOK_SUITE";

/** Sends a signal to a process (a group where negative) that may have ended by now. */
export function sendSignal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error;
  }
}

/** The living processes that were started with this mark; needs Linux's /proc, none elsewhere. */
export function processesOfSuite(mark: string): number[] {
  return processIds().filter((pid) => readProcess(pid, "environ").includes(`${MARK}=${mark}`));
}

/** What a process was started as, its words with blanks between; empty when that cannot be told. */
export function commandLineOf(pid: number): string {
  return readProcess(pid, "cmdline").join(" ").trim();
}

/** Every process id, as /proc lists them. */
export function processIds(): number[] {
  return existsSync("/proc/self")
    ? readdirSync("/proc")
        .map(Number)
        .filter((pid) => pid > 0)
    : [];
}

function readProcess(pid: number, file: "environ" | "cmdline"): string[] {
  try {
    return readFileSync(`/proc/${pid}/${file}`, "utf8").split("\0");
  } catch {
    // ProgramResult meanwhile, or somebody else's.
    return [];
  }
}

/** Waits until `is` gives true, asking every 100 ms; false when it did not within `ms`. */
export async function waitUntil(is: () => boolean, ms: number): Promise<boolean> {
  for (const end = Date.now() + ms; !is(); await pause(100)) if (Date.now() > end) return false;
  return true;
}
