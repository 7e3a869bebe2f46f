// Plain JavaScript, because run.mjs uses it before Node 24 is there.
import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { setTimeout as pause } from "node:timers/promises";

/** Whether a process lives. */
export function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === "EPERM";
  }
}

/** The living processes that hold a lock; empty when it is free. */
export function lockHolders(file) {
  try {
    return readFileSync(file, "utf8")
      .split("\n")[0]
      .split(" ")
      .map(Number)
      .filter((pid) => pid > 0 && isAlive(pid));
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
  writeFileSync(own, `${pids.join(" ")}\n${note}\n`);
  try {
    for (let attempt = 0; attempt < 2; attempt += 1) {
      try {
        linkSync(own, file);
        return () => {
          if (lockHolders(file).includes(process.pid)) rmSync(file, { force: true });
        };
      } catch (error) {
        if (error.code !== "EEXIST") throw error;
        if (lockHolders(file).length > 0) return null;
        rmSync(file, { force: true });
      }
    }
    return null;
  } finally {
    rmSync(own, { force: true });
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
