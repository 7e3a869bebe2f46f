import { isAlive } from "../command-line/lock.mjs";
import { commandLineOf, processesOfSuite } from "../machine/processes.ts";
import type { SuiteRun } from "./firebase-tools.ts";
import { firebaseToolsPid } from "./running-suites.ts";
import { readLog } from "./suite-log.ts";

/** A process that the suite needs and that has ended. */
export interface LostProcess {
  name: string;
  pid: number;
  /** Whether the suite's log may say why the process ended. */
  hasReasonInLog: boolean;
  /** Whether the suite still has all its data and can be saved. */
  canSave: boolean;
}

const FIREBASE_TOOLS = "firebase-tools, which runs the emulators,";
const FIRESTORE = "The Firestore emulator";
const STORAGE_RULES = "The Storage emulator's rules runtime";
/** The other processes, by their command line. Functions are not watched: the next call starts a new process. */
const OTHER_PROCESSES = [
  { name: FIRESTORE, pattern: /firestore\S*\.jar/ },
  { name: STORAGE_RULES, pattern: /storage-rules\/main\.ts|storage-rules\S*\.jar/ },
];
// suite/bin/java is a shell script that becomes one of these processes. It also forks shells that end at once.
const SHELL = /^\S*sh /;
const CHECK_INTERVAL_MS = 500;

/**
 * Watches the processes of a suite. Calls `onLost` with the first process that has ended. On systems without /proc, no
 * process is found. With hidane, `hidanePid` is the process that is the Firestore emulator and has started firebase-tools.
 */
export function watchProcesses(
  { id, folder, logFile }: SuiteRun,
  hidanePid: number | undefined,
  onLost: (lostProcess: LostProcess) => void,
) {
  const nameByPid = new Map<number, string>();
  const foundKinds = new Set<(typeof OTHER_PROCESSES)[number]>();
  let lostProcess: LostProcess | null = null;

  /** Registers the processes that have started since the last check. */
  function registerProcesses(): void {
    const firebaseTools = firebaseToolsPid(folder);
    if (firebaseTools !== null) nameByPid.set(firebaseTools, FIREBASE_TOOLS);
    if (hidanePid !== undefined) nameByPid.set(hidanePid, FIRESTORE);
    if (foundKinds.size === OTHER_PROCESSES.length) return;
    for (const pid of processesOfSuite(id)) {
      const command = commandLineOf(pid);
      const processKind = OTHER_PROCESSES.find(({ pattern }) => pattern.test(command));
      if (processKind === undefined || SHELL.test(command) || pid === hidanePid || pid === firebaseTools) continue;
      foundKinds.add(processKind);
      nameByPid.set(pid, processKind.name);
    }
  }

  function checkProcesses(): void {
    if (lostProcess !== null) return;
    const endedProcesses = [...nameByPid].filter(([pid]) => !isAlive(pid));
    // firebase-tools ends the other processes when it ends, so it is named as the cause.
    const cause = endedProcesses.find(([, name]) => name === FIREBASE_TOOLS) ?? endedProcesses[0];
    if (cause === undefined) registerProcesses();
    else if (!isStoppingOnPurpose(logFile)) {
      const [pid, name] = cause;
      // The rules runtime has no data, and a save does not need it. Every other process has data or makes the save.
      const canSave = endedProcesses.length === 1 && name === STORAGE_RULES;
      lostProcess = { pid, name, hasReasonInLog: name === FIREBASE_TOOLS, canSave };
      onLost(lostProcess);
    }
  }

  const timer = setInterval(checkProcesses, CHECK_INTERVAL_MS);
  return { lostProcess: () => lostProcess, check: checkProcesses, stop: () => clearInterval(timer) };
}

/** Whether firebase-tools is stopping on purpose. It logs this before it ends the other processes. */
function isStoppingOnPurpose(logFile: string): boolean {
  return readLog(logFile).includes("Shutting down emulators");
}

export function lostProcessMessage({ name, pid }: LostProcess): string {
  return `${name} (process ${pid}) was killed or crashed, so the suite was stopped.`;
}
