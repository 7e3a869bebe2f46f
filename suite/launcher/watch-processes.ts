import { existsSync, readFileSync } from "node:fs";
import { isAlive } from "../command-line/lock.mjs";
import { commandLineOf, processesOfSuite } from "../machine/processes.ts";
import { firebaseToolsPid } from "./running-suites.ts";

/** A process that the suite needs and that has ended. */
export interface LostProcess {
  name: string;
  pid: number;
  /** Whether the suite's log may say why. */
  isLogged: boolean;
  /** Whether the suite still has all its data and can be saved. */
  canSave: boolean;
}

interface Watched {
  id: string;
  folder: string;
  logFile: string;
  /** The process that started firebase-tools, if it is an emulator too. */
  wrapper: number | undefined;
}

const FIREBASE = "firebase-tools, which runs the emulators,";
const FIRESTORE = "The Firestore emulator";
const STORAGE_RULES = "The Storage emulator's rules runtime";
/** The pattern of each other process. Processes of functions are not watched: the next call starts a new one. */
const KINDS: readonly [name: string, pattern: RegExp][] = [
  [FIRESTORE, /firestore\S*\.jar/],
  [STORAGE_RULES, /storage-rules\/main\.ts|storage-rules\S*\.jar/],
];
// bin/java is a shell that becomes one of these processes, and forks shells that end at once.
const SHELL = /^\S*sh /;
const CHECK_INTERVAL_MS = 500;

/** Watches the processes of a suite. On systems without /proc, no process is found. */
export function watchProcesses({ id, folder, logFile, wrapper }: Watched) {
  const known = new Map<number, string>();
  const registered = new Set<unknown>();
  let found: LostProcess | null = null;
  const { promise: lost, resolve } = Promise.withResolvers<LostProcess>();

  function register(): void {
    const firebase = firebaseToolsPid(folder);
    if (firebase !== null) known.set(firebase, FIREBASE);
    if (wrapper !== undefined) known.set(wrapper, FIRESTORE);
    if (registered.size === KINDS.length) return;
    for (const pid of processesOfSuite(id)) {
      const command = commandLineOf(pid);
      const kind = KINDS.find(([, pattern]) => pattern.test(command));
      if (kind === undefined || SHELL.test(command) || pid === wrapper || pid === firebase) continue;
      registered.add(kind);
      known.set(pid, kind[0]);
    }
  }

  function check(): void {
    if (found !== null) return;
    const ended = [...known].filter(([pid]) => !isAlive(pid));
    // If firebase-tools has ended, it has also ended the others.
    const [first] = ended.sort(([, a], [, b]) => Number(b === FIREBASE) - Number(a === FIREBASE));
    if (first === undefined) register();
    else if (!isEnding(logFile)) {
      const [pid, name] = first;
      found = { pid, name, isLogged: name === FIREBASE, canSave: ended.length === 1 && name === STORAGE_RULES };
      resolve(found);
    }
  }

  const timer = setInterval(check, CHECK_INTERVAL_MS);
  // `lost` resolves with the first process that has ended; `lostProcess()` returns that process, or `null`.
  return { lost, lostProcess: () => found, check, stop: () => clearInterval(timer) };
}

/** Whether firebase-tools is stopping in order: it ends the other processes first, and logs the reason. */
function isEnding(logFile: string): boolean {
  return existsSync(logFile) && readFileSync(logFile, "utf8").includes("Shutting down emulators");
}

export function lostMessage({ name, pid }: LostProcess): string {
  return `${name} (process ${pid}) was killed or crashed, so the suite was stopped.`;
}
