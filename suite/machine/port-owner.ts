import { readdirSync, readFileSync, readlinkSync } from "node:fs";
import { commandLineOf, processIds } from "./processes.ts";
import { readOrNull } from "./read.ts";

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
