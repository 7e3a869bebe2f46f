import { existsSync, readdirSync, readFileSync } from "node:fs";
import { setTimeout as pause } from "node:timers/promises";
import { processStat } from "../command-line/lock.mjs";
import { readOrNull } from "./read.ts";

/** The environment variable that every process of a suite has, also a detached one. Its value is the suite's id. */
export const SUITE_ID_VARIABLE = "LOGBOOK_SUITE";

/** Sends a signal to a process, or to a process group if `pid` is negative. Does nothing if the process has ended. */
export function sendSignal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error;
  }
}

/** The living processes of a suite; empty on systems without /proc. */
export function processesOfSuite(id: string): number[] {
  return processIds().filter((pid) => readProcess(pid, "environ").includes(`${SUITE_ID_VARIABLE}=${id}`));
}

/** The command line of a process, or "" if it cannot be read. */
export function commandLineOf(pid: number): string {
  return readProcess(pid, "cmdline").join(" ").trim();
}

export function processIds(): number[] {
  const names = existsSync("/proc/self") ? readdirSync("/proc") : [];
  return names.map(Number).filter((pid) => pid > 0);
}

/** Whether a process of this group lives. A process that ended and was not waited for (a zombie) does not count. */
export function isGroupAlive(groupId: number): boolean {
  const ids = processIds();
  if (ids.length > 0)
    return ids.some((pid) => {
      const { state, processGroup } = processStat(pid);
      return processGroup === groupId && state !== "Z";
    });
  // Signal 0 only asks whether the group exists. Without /proc, a zombie cannot be told from a living process.
  try {
    return process.kill(-groupId, 0);
  } catch {
    return false;
  }
}

function readProcess(pid: number, file: "environ" | "cmdline"): string[] {
  return readOrNull(() => readFileSync(`/proc/${pid}/${file}`, "utf8").split("\0")) ?? [];
}

/** Checks every 100 ms until the condition holds. Returns false if it does not hold within `timeoutMs`. */
export async function waitUntil(condition: () => boolean, timeoutMs: number): Promise<boolean> {
  const deadline = Date.now() + timeoutMs;
  while (!condition()) {
    if (Date.now() > deadline) return false;
    await pause(100);
  }
  return true;
}
