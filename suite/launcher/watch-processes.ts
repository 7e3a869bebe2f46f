import { existsSync, readFileSync } from "node:fs";
import { isAlive } from "../command-line/lock.mjs";
import { commandLineOf, processesOfSuite } from "../machine/processes.ts";
import { firebaseToolsPid } from "./running-suites.ts";

/** A process that the suite needs and that has ended. */
export interface LostProcess {
  name: string;
  pid: number;
  /** Whether the suite's log may say why the process ended. */
  isLogged: boolean;
  /** Whether the suite still has all its data and can be saved. */
  canSave: boolean;
}

interface WatchOptions {
  id: string;
  folder: string;
  logFile: string;
  /** The process that started firebase-tools, if it is an emulator too. */
  wrapper: number | undefined;
}

const FIREBASE_TOOLS = "firebase-tools, which runs the emulators,";
const FIRESTORE = "The Firestore emulator";
const STORAGE_RULES = "The Storage emulator's rules runtime";
/** The other processes, by their command line. Functions are not watched: the next call starts a new process. */
const OTHER_PROCESSES = [
  { name: FIRESTORE, pattern: /firestore\S*\.jar/ },
  { name: STORAGE_RULES, pattern: /storage-rules\/main\.ts|storage-rules\S*\.jar/ },
];
// suite/bin/java is a shell that becomes one of these processes. It also forks shells that end at once.
const SHELL = /^\S*sh /;
const CHECK_INTERVAL_MS = 500;

/** Watches the processes of a suite. On systems without /proc, no process is found. */
export function watchProcesses({ id, folder, logFile, wrapper }: WatchOptions) {
  const nameById = new Map<number, string>();
  const foundProcesses = new Set<(typeof OTHER_PROCESSES)[number]>();
  let lostProcess: LostProcess | null = null;
  const { promise: lost, resolve } = Promise.withResolvers<LostProcess>();

  function register(): void {
    const firebase = firebaseToolsPid(folder);
    if (firebase !== null) nameById.set(firebase, FIREBASE_TOOLS);
    if (wrapper !== undefined) nameById.set(wrapper, FIRESTORE);
    if (foundProcesses.size === OTHER_PROCESSES.length) return;
    for (const pid of processesOfSuite(id)) {
      const command = commandLineOf(pid);
      const known = OTHER_PROCESSES.find(({ pattern }) => pattern.test(command));
      if (known === undefined || SHELL.test(command) || pid === wrapper || pid === firebase) continue;
      foundProcesses.add(known);
      nameById.set(pid, known.name);
    }
  }

  function check(): void {
    if (lostProcess !== null) return;
    const ended = [...nameById].filter(([pid]) => !isAlive(pid));
    // If firebase-tools has ended, it has ended the other processes too.
    const first = ended.find(([, name]) => name === FIREBASE_TOOLS) ?? ended[0];
    if (first === undefined) register();
    else if (!isEnding(logFile)) {
      const [pid, name] = first;
      const canSave = ended.length === 1 && name === STORAGE_RULES;
      lostProcess = { pid, name, isLogged: name === FIREBASE_TOOLS, canSave };
      resolve(lostProcess);
    }
  }

  const timer = setInterval(check, CHECK_INTERVAL_MS);
  // `lost` resolves with the first process that has ended; `lostProcess()` returns that process, or `null`.
  return { lost, lostProcess: () => lostProcess, check, stop: () => clearInterval(timer) };
}

/** Whether firebase-tools is stopping on purpose. Then it has logged that, and it ends the other processes first. */
function isEnding(logFile: string): boolean {
  return existsSync(logFile) && readFileSync(logFile, "utf8").includes("Shutting down emulators");
}

export function lostMessage({ name, pid }: LostProcess): string {
  return `${name} (process ${pid}) was killed or crashed, so the suite was stopped.`;
}
