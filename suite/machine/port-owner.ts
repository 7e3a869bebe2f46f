import { readdirSync, readFileSync, readlinkSync } from "node:fs";
import { commandLineOf, processIds } from "./processes.ts";

const LISTENING = "0A";

/** The process that listens on a port of this machine; `null` if /proc does not tell, as for other users' processes. */
export function portOwner(port: number): { pid: number; command: string } | null {
  const sockets = new Set(["/proc/net/tcp", "/proc/net/tcp6"].flatMap((table) => socketsOn(port, table)));
  const pid =
    sockets.size === 0 ? undefined : processIds().find((id) => openFiles(id).some((file) => sockets.has(file)));
  return pid === undefined ? null : { pid, command: commandLineOf(pid) };
}

/** The sockets that listen on a port, by their names in /proc/<pid>/fd. */
function socketsOn(port: number, table: string): string[] {
  try {
    return listeningSockets(readFileSync(table, "utf8"), port);
  } catch {
    return [];
  }
}

/** Parses Linux's table of TCP sockets: hexadecimal address with the port behind a colon, state, … inode. */
export function listeningSockets(table: string, port: number): string[] {
  const wanted = `:${port.toString(16).toUpperCase().padStart(4, "0")}`;
  return table
    .split("\n")
    .map((line) => line.trim().split(/\s+/))
    .filter((fields) => fields[1]?.endsWith(wanted) && fields[3] === LISTENING)
    .map((fields) => `socket:[${fields[9]}]`);
}

function openFiles(pid: number): string[] {
  const folder = `/proc/${pid}/fd`;
  try {
    return readdirSync(folder).map((fd) => linkTarget(`${folder}/${fd}`));
  } catch {
    return [];
  }
}

function linkTarget(path: string): string {
  try {
    return readlinkSync(path);
  } catch {
    return "";
  }
}
