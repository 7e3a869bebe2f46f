// Plain JavaScript, because run.mjs uses it before Node 24 is there.
import { linkSync, mkdirSync, readFileSync, rmdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { setTimeout as pause } from "node:timers/promises";

/**
 * Whether a process lives; with `began`, whether that very one does: after a restart of the machine another may have the
 * number. One that has ended and whose parent has not asked how does not live.
 */
export function isAlive(pid, began = "") {
  try {
    process.kill(pid, 0);
  } catch (error) {
    if (error.code !== "EPERM") return false;
  }
  return statOf(pid)[0] !== "Z" && (began === "" || began === startTimeOf(pid));
}

/** When a process began, as Linux counts it; empty elsewhere. */
export function startTimeOf(pid) {
  return statOf(pid)[19] ?? "";
}

/** What Linux tells of a process, from its state on; empty elsewhere. */
function statOf(pid) {
  try {
    // The second field, the command in brackets, may hold blanks.
    return readFileSync(`/proc/${pid}/stat`, "utf8").split(") ").at(-1).split(" ");
  } catch {
    return [];
  }
}

/** The living processes that hold a lock; empty when it is free. */
export function lockHolders(file) {
  try {
    return readFileSync(file, "utf8")
      .split("\n")[0]
      .split(" ")
      .map((holder) => holder.split("@"))
      .filter(([pid, began]) => Number(pid) > 0 && isAlive(Number(pid), began))
      .map(([pid]) => Number(pid));
  } catch {
    return [];
  }
}

/** What the holder of a lock left as a note. */
export function lockNote(file) {
  try {
    return readFileSync(file, "utf8").split("\n")[1] ?? "";
  } catch {
    return "";
  }
}

/** Takes a lock for the given processes and gives what releases it, or `null` while another living process holds it. */
export function tryLock(file, { pids = [process.pid], note = "" } = {}) {
  mkdirSync(dirname(file), { recursive: true });
  // Linked into place whole: a lock that is being written would look like one that nobody holds.
  const own = `${file}.${process.pid}`;
  writeFileSync(own, `${pids.map((pid) => `${pid}@${startTimeOf(pid)}`).join(" ")}\n${note}\n`);
  try {
    for (let attempt = 0; attempt < 2; attempt += 1) {
      try {
        linkSync(own, file);
        return () => {
          if (lockHolders(file).includes(process.pid)) rmSync(file, { force: true });
        };
      } catch (error) {
        if (error.code !== "EEXIST") throw error;
        if (!removeStale(file)) return null;
      }
    }
    return null;
  } finally {
    rmSync(own, { force: true });
  }
}

const GUARDED_MS = 10_000;

/** Removes a lock that no living process holds; `false` where one does, or another process is at it. */
function removeStale(file) {
  const guard = `${file}.stale`;
  try {
    mkdirSync(guard);
  } catch {
    // Whoever removes a stale lock is done at once, unless killed.
    if (Date.now() - (statSync(guard, { throwIfNoEntry: false })?.mtimeMs ?? Date.now()) > GUARDED_MS) rmdirSync(guard);
    return false;
  }
  try {
    // Looked at once more: the one before us may have put its own lock in the place of the stale one.
    if (lockHolders(file).length > 0) return false;
    rmSync(file, { force: true });
    return true;
  } finally {
    rmdirSync(guard);
  }
}

/** Waits for a lock. `onWait` is called once, if there is anything to wait for. */
export async function lock(file, onWait = () => {}) {
  for (let waited = false; ; waited = true) {
    const release = tryLock(file);
    if (release !== null) return release;
    if (!waited) onWait(lockHolders(file));
    await pause(250);
  }
}
