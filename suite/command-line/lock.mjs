// Plain JavaScript, because run.mjs uses it before Node 24 is installed.
import { linkSync, mkdirSync, readFileSync, rmdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { setTimeout as pause } from "node:timers/promises";

/**
 * Whether a process lives. With `startTime`, only the process that started at that time counts: after a restart of the
 * machine, another process may have the same id. A zombie has ended, but its parent has not waited for it.
 */
export function isAlive(/** @type {number} */ pid, startTime = "") {
  try {
    process.kill(pid, 0);
  } catch (error) {
    // EPERM: the process lives, but belongs to another user.
    if (error.code !== "EPERM") return false;
  }
  const stat = processStat(pid);
  return stat.state !== "Z" && (startTime === "" || startTime === stat.startTime);
}

/** A process's state, group and start time (in clock ticks since the start of the machine); empty without /proc. */
export function processStat(/** @type {number} */ pid) {
  /** @type {string[]} */
  let fields = [];
  try {
    // Everything up to the command in parentheses is cut off, because the command may contain spaces. So `fields` begins
    // with the third field of proc(5), the state.
    fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ").at(-1).split(" ");
  } catch {
    // The process has ended, or there is no /proc.
  }
  return { state: fields[0] ?? "", processGroup: Number(fields[2] ?? Number.NaN), startTime: fields[19] ?? "" };
}

/** The living process that holds a lock, and the `note` that it gave to `tryLock`; `null` if the lock is free. */
export function lockHolder(/** @type {string} */ file) {
  let text = "";
  try {
    text = readFileSync(file, "utf8");
  } catch {
    return null;
  }
  // The first line is `process id@start time` (outside Linux without the time), the second line is the note.
  const [, pid, startTime, note = ""] = /^(\d+)@?(\d*)\n(.*)/.exec(text) ?? [];
  return pid !== undefined && isAlive(Number(pid), startTime) ? { pid: Number(pid), note } : null;
}

/**
 * Takes a lock and returns the function that releases it, or `null` while another living process holds it. `note` is a
 * line for other processes, such as an address.
 */
export function tryLock(/** @type {string} */ file, note = "") {
  mkdirSync(dirname(file), { recursive: true });
  // The lock is written into another file and then linked, because a half-written lock would look free.
  const temporaryFile = `${file}.${process.pid}`;
  writeFileSync(temporaryFile, `${process.pid}@${processStat(process.pid).startTime}\n${note}\n`);
  try {
    // After the removal of a stale lock, a second attempt takes the free lock.
    for (let attempt = 0; attempt < 2; attempt += 1) {
      try {
        linkSync(temporaryFile, file);
        return () => {
          if (lockHolder(file)?.pid === process.pid) rmSync(file, { force: true });
        };
      } catch (error) {
        if (error.code !== "EEXIST") throw error;
        if (!removeStaleLock(file)) return null;
      }
    }
    return null;
  } finally {
    rmSync(temporaryFile, { force: true });
  }
}

/** A guard folder exists while a process removes a lock. An older folder was left behind by a killed process. */
const STALE_GUARD_MS = 10_000;

/** Removes a lock if no living process holds it. Returns false if the lock stays, or if another process removes it. */
function removeStaleLock(file) {
  const guardFolder = `${file}.stale`;
  try {
    mkdirSync(guardFolder);
  } catch {
    // The folder exists: another process is removing the lock, or was killed while it did so.
    const createdAt = statSync(guardFolder, { throwIfNoEntry: false })?.mtimeMs ?? Date.now();
    if (Date.now() - createdAt > STALE_GUARD_MS) rmSync(guardFolder, { recursive: true, force: true });
    return false;
  }
  try {
    // Checked only now: before this process had the guard, another one may have replaced the stale lock by its own.
    if (lockHolder(file) !== null) return false;
    rmSync(file, { force: true });
    return true;
  } finally {
    rmdirSync(guardFolder);
  }
}

/**
 * Runs `work` with a lock. Waits while another command has it. `task` completes 'Waiting for another command to …'.
 * @template T
 */
export async function withLock(
  /** @type {string} */ file,
  /** @type {string} */ task,
  /** @type {() => Promise<T>} */ work,
) {
  let release = tryLock(file);
  if (release === null) console.log(`Waiting for another command to ${task} (process ${lockHolder(file)?.pid})…`);
  while (release === null) {
    await pause(250);
    release = tryLock(file);
  }
  try {
    return await work();
  } finally {
    release();
  }
}
