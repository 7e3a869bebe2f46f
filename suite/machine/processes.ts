import { existsSync, readdirSync, readFileSync, readlinkSync } from "node:fs";
import { setTimeout as pause } from "node:timers/promises";
import { processStat } from "../command-line/lock.mjs";

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

function processIds(): number[] {
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
export async function waitUntil(condition: () => boolean | Promise<boolean>, timeoutMs: number): Promise<boolean> {
  const deadline = Date.now() + timeoutMs;
  while (!(await condition())) {
    if (Date.now() > deadline) return false;
    await pause(100);
  }
  return true;
}

/** The result of `read`, or `null` if it throws: the file or folder is gone, or belongs to another user. */
export function readOrNull<T>(read: () => T): T | null {
  try {
    return read();
  } catch {
    return null;
  }
}

/** The state of a listening socket in Linux's tables. */
const LISTENING = "0A";

/** The process that listens on a port of this machine; `null` if /proc does not show it (another user's process). */
export function portOwner(port: number): { pid: number; command: string } | null {
  const tables = ["/proc/net/tcp", "/proc/net/tcp6"].map((path) => readOrNull(() => readFileSync(path, "utf8")) ?? "");
  const sockets = tables.flatMap((table) => listeningSockets(table, port));
  const pid = processIds().find((id) => openFiles(id).some((file) => file !== null && sockets.includes(file)));
  return pid === undefined ? null : { pid, command: commandLineOf(pid) };
}

/** The sockets that listen on a port, from Linux's table. Columns 1, 3, 9 (from 0) are local address, state and inode. */
export function listeningSockets(table: string, port: number): string[] {
  const portSuffix = `:${port.toString(16).toUpperCase().padStart(4, "0")}`;
  return table
    .split("\n")
    .map((line) => line.trim().split(/\s+/))
    .filter((fields) => fields[1]?.endsWith(portSuffix) && fields[3] === LISTENING)
    .map((fields) => `socket:[${fields[9]}]`);
}

/** The targets of the links in /proc/<pid>/fd, such as `socket:[4711]`; `null` for a link that cannot be read. */
function openFiles(pid: number): (string | null)[] {
  const folder = `/proc/${pid}/fd`;
  const names = readOrNull(() => readdirSync(folder)) ?? [];
  return names.map((fd) => readOrNull(() => readlinkSync(`${folder}/${fd}`)));
}
