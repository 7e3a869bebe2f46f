// Plain JavaScript, because run.mjs uses it before Node 24 is installed; lock.d.mts describes it.
import { linkSync, mkdirSync, readFileSync, rmdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { setTimeout as pause } from "node:timers/promises";

/**
 * Whether a process lives. With `startTime`, only the process that started at that time counts: after a restart of the
 * machine, another process may have the same id. A zombie (ended, but not waited for by its parent) does not live.
 */
export function isAlive(pid, startTime = "") {
  try {
    process.kill(pid, 0);
  } catch (error) {
    if (error.code !== "EPERM") return false;
  }
  return processStat(pid).state !== "Z" && (startTime === "" || startTime === startTimeOf(pid));
}

export function startTimeOf(pid) {
  return processStat(pid).startTime;
}

export function processStat(pid) {
  let fields = [];
  try {
    // The second field, the command in parentheses, may contain spaces.
    fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ").at(-1).split(" ");
  } catch {
    // The process has ended, or there is no /proc.
  }
  return { state: fields[0] ?? "", processGroup: Number(fields[2] ?? Number.NaN), startTime: fields[19] ?? "" };
}

export function lockHolder(file) {
  let text = "";
  try {
    text = readFileSync(file, "utf8");
  } catch {
    return null;
  }
  // The first line is `process id@start time`, the second line is the note.
  const [, pid, startTime, note] = /^(\d+)@?(\d*)\n(.*)/.exec(text) ?? [];
  return pid !== undefined && isAlive(Number(pid), startTime) ? { pid: Number(pid), note } : null;
}

export function tryLock(file, note = "") {
  mkdirSync(dirname(file), { recursive: true });
  // The lock is written to another file and then linked: a half-written lock would look as if nobody held it.
  const temporaryFile = `${file}.${process.pid}`;
  writeFileSync(temporaryFile, `${process.pid}@${startTimeOf(process.pid)}\n${note}\n`);
  try {
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

const STALE_GUARD_MS = 10_000;

/** Removes a lock that no living process holds. Returns false if one does, or if another process is removing it. */
function removeStaleLock(file) {
  const guard = `${file}.stale`;
  try {
    mkdirSync(guard);
  } catch {
    // A process holds the guard for an instant only, so an old guard is left over from a killed process.
    const createdAt = statSync(guard, { throwIfNoEntry: false })?.mtimeMs ?? Date.now();
    if (Date.now() - createdAt > STALE_GUARD_MS) rmSync(guard, { recursive: true, force: true });
    return false;
  }
  try {
    // Check again: another process may have replaced the stale lock by its own.
    if (lockHolder(file) !== null) return false;
    rmSync(file, { force: true });
    return true;
  } finally {
    rmdirSync(guard);
  }
}

export async function withLock(file, doing, work) {
  let release = tryLock(file);
  if (release === null) console.log(`Waiting for another command to ${doing} (process ${lockHolder(file)?.pid})…`);
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
