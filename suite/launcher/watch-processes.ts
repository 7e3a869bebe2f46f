import { existsSync, readFileSync } from "node:fs";
import { isAlive } from "../command-line/lock.mjs";
import { commandLineOf, processesOfSuite } from "../machine/processes.ts";
import { firebaseToolsPid } from "./running-suites.ts";

/** A process that ended although the suite needs it. */
export interface Lost {
  name: string;
  pid: number;
  /** Whether the suite's log may tell why. */
  isLogged: boolean;
  /** Whether all data is still there and can be saved. */
  canSave: boolean;
}

/** Looks after the processes of a suite, from its start on. */
export interface Watch {
  /** Resolves with the first one that is gone. */
  lost: Promise<Lost>;
  /** The same, if there is one by now. */
  found(): Lost | null;
  /** Looks at once instead of within the next second. */
  look(): void;
  stop(): void;
}

interface Watched {
  mark: string;
  folder: string;
  logFile: string;
  /** The process in front of firebase-tools, where it is an emulator too. */
  wrapper: number | undefined;
}

const FIREBASE = "firebase-tools, which runs the emulators,";
const FIRESTORE = "The Firestore emulator";
const STORAGE_RULES = "The Storage emulator's rules runtime";
/** What the other processes are known by. Those of the functions are not here: the next call gets a new one. */
const KINDS: readonly [name: string, pattern: RegExp][] = [
  [FIRESTORE, /firestore\S*\.jar/],
  [STORAGE_RULES, /storage-rules\/main\.ts|storage-rules\S*\.jar/],
];
// The java in front of both (../bin/java) is a shell that becomes them, and forks shells that end at once.
const SHELL = /^\S*sh /;
const EVERY_MS = 500;

/** Begins to watch. Without Linux's /proc there is nothing to see, and only the end of firebase-tools is noticed. */
export function watchProcesses({ mark, folder, logFile, wrapper }: Watched): Watch {
  const known = new Map<number, string>();
  const met = new Set<unknown>();
  let found: Lost | null = null;
  let tell: (lost: Lost) => void = () => {};
  const lost = new Promise<Lost>((resolve) => {
    tell = resolve;
  });

  function meet(): void {
    const firebase = firebaseToolsPid(folder);
    if (firebase !== null) known.set(firebase, FIREBASE);
    if (wrapper !== undefined) known.set(wrapper, FIRESTORE);
    if (met.size === KINDS.length) return;
    for (const pid of processesOfSuite(mark)) {
      const command = commandLineOf(pid);
      const kind = KINDS.find(([, pattern]) => pattern.test(command));
      if (kind === undefined || SHELL.test(command) || pid === wrapper || pid === firebase) continue;
      met.add(kind);
      known.set(pid, kind[0]);
    }
  }

  function look(): void {
    if (found !== null) return;
    const gone = [...known].filter(([pid]) => !isAlive(pid));
    // When firebase-tools is among them, the others went because of it.
    const [first] = gone.sort(([, a], [, b]) => Number(b === FIREBASE) - Number(a === FIREBASE));
    if (first === undefined) meet();
    else if (!isEnding(logFile)) {
      const [pid, name] = first;
      found = { pid, name, isLogged: name === FIREBASE, canSave: gone.length === 1 && name === STORAGE_RULES };
      tell(found);
    }
  }

  const timer = setInterval(look, EVERY_MS);
  return { lost, found: () => found, look, stop: () => clearInterval(timer) };
}

/** Whether firebase-tools is ending by itself: it ends the others first, and says why. */
function isEnding(logFile: string): boolean {
  return existsSync(logFile) && readFileSync(logFile, "utf8").includes("Shutting down emulators");
}

/** A sentence that says what was lost. */
export function inWords({ name, pid }: Lost): string {
  return `${name} (process ${pid}) was killed or crashed, so the suite was stopped.`;
}
