import { randomUUID } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { CommandError } from "../command-line/command.ts";
import { DATA } from "../command-line/paths.ts";
import type { Note } from "../command-line/progress.mjs";
import type { Engine } from "../engines/engine.ts";
import { sendSignal, waitUntil } from "../machine/processes.ts";
import { startFirebaseTools } from "./firebase-tools.ts";
import type { Ports } from "./ports.ts";
import { assertRulesLoaded, NotReadyError, waitUntilReady } from "./readiness.ts";
import { firebaseToolsPid, registerSuite, removeLeftovers, runFolder } from "./running-suites.ts";
import { writeSuiteFiles } from "./suite-config.ts";
import { lastLogLines } from "./suite-log.ts";
import { type LostProcess, lostProcessMessage, watchProcesses } from "./watch-processes.ts";

/** A running suite. `env` has the variables by which SDKs and tests find its emulators. */
export interface Suite {
  projectId: string;
  url: string;
  env: Record<string, string>;
  logFile: string;
  /** Resolves once firebase-tools has ended, for any reason. */
  ended: Promise<void>;
  /** Resolves when a process that the suite needs has ended. */
  processLost: Promise<LostProcess>;
  stop(): Promise<void>;
}

export const ALL_SERVICES = ["auth", "functions", "firestore", "storage", "hosting"] as const;

export interface SuiteOptions {
  projectId: string;
  ports: Ports;
  engine: Engine;
  services?: readonly (typeof ALL_SERVICES)[number][];
  /** The built page, or a placeholder while Vite's own server shows it. */
  page: "built" | "placeholder";
  /** The folder of an export to start with; none by default. */
  importDir?: string | null;
  ui?: boolean;
  stopSignal?: AbortSignal;
  note: Note;
}

const STOP_TIMEOUT_MS = 120_000;

/** Starts a suite and waits until each emulator answers. If one does not, throws a `CommandError` with log lines. */
export async function startSuite(options: SuiteOptions): Promise<Suite> {
  const { projectId, ports, services = ALL_SERVICES } = options;
  const folder = runFolder(ports.hosting);
  rmSync(folder, { recursive: true, force: true });
  const url = `http://127.0.0.1:${ports.hosting}`;
  const env = emulatorEnvironment(projectId, ports, url);
  const logFile = join(DATA, "logs", `suite-${ports.hosting}.log`);
  const temporaryFolder = mkdtempSync(join(tmpdir(), "logbook-"));
  const configFile = writeSuiteFiles(options, folder);
  const id = randomUUID();
  const record = registerSuite(ports.hosting, { projectId, env, id, leftovers: [temporaryFolder, configFile] });

  const child = startFirebaseTools({ ...options, services, configFile, folder, temporaryFolder, id, logFile });
  // With hidane, `child` is `hidane exec`: it runs Firestore itself and has started firebase-tools.
  const hidanePid = options.engine.kind === "hidane" ? child.pid : undefined;
  const processWatch = watchProcesses({ id, folder, logFile, hidanePid });
  let isSuiteOver = false;
  const { promise: ended, resolve: resolveEnded } = Promise.withResolvers<void>();
  const onEnd = () => {
    // Finds out whether firebase-tools has ended because the suite lost another process.
    processWatch.check();
    processWatch.stop();
    isSuiteOver = true;
    removeLeftovers(folder, record);
    resolveEnded();
  };
  child.on("exit", onEnd);
  child.on("error", onEnd);

  const stop = async (): Promise<void> => {
    processWatch.stop();
    const pid = firebaseToolsPid(folder);
    // firebase-tools cannot get SIGINT before its id is known, and may never react if a process is lost. Then it is
    // killed at once.
    const canStop = pid !== null && processWatch.lostProcess() === null;
    if (!isSuiteOver && canStop) sendSignal(pid, "SIGINT");
    const hasStopped = await waitUntil(() => isSuiteOver, canStop ? STOP_TIMEOUT_MS : 0);
    // The negative id means the whole process group.
    if (!hasStopped) sendSignal(-child.pid!, "SIGKILL");
    await ended;
  };

  try {
    const hasEnded = () => isSuiteOver || processWatch.lostProcess() !== null;
    await waitUntilReady({ ...options, services, logFile, hasEnded });
    assertRulesLoaded(join(folder, "firestore-debug.log"));
  } catch (error) {
    // Read the log and the lost process before `stop()`, which logs more lines and ends the processes.
    const logLines = lastLogLines(logFile);
    const lostProcess = processWatch.lostProcess();
    await stop();
    if (options.stopSignal?.aborted) throw new CommandError("Stopped before the emulators were ready.");
    if (lostProcess !== null && !lostProcess.hasReasonInLog)
      throw new CommandError(
        `${lostProcessMessage(lostProcess)} Run the command again. The emulators' log: ${logFile}`,
      );
    if (error instanceof NotReadyError)
      throw new NotReadyError(
        `${logLines}\n${error.message} Their last log lines are above; the whole log: ${logFile}`,
        error.hasImportedData,
      );
    throw error;
  }
  return { projectId, url, env, logFile, ended, processLost: processWatch.processLost, stop };
}

function emulatorEnvironment(projectId: string, ports: Ports, url: string): Record<string, string> {
  return {
    GCLOUD_PROJECT: projectId,
    FIREBASE_AUTH_EMULATOR_HOST: `127.0.0.1:${ports.auth}`,
    FIRESTORE_EMULATOR_HOST: `127.0.0.1:${ports.firestore}`,
    FIREBASE_STORAGE_EMULATOR_HOST: `127.0.0.1:${ports.storage}`,
    FIREBASE_EMULATOR_HUB: `127.0.0.1:${ports.hub}`,
    LOGBOOK_FUNCTIONS_URL: `http://127.0.0.1:${ports.functions}`,
    LOGBOOK_URL: url,
  };
}
