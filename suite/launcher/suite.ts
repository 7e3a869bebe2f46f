import { randomUUID } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { CommandError } from "../command-line/command.ts";
import { DATA } from "../command-line/paths.ts";
import type { EngineName } from "../engines/engine.ts";
import { sendSignal, waitUntil } from "../machine/processes.ts";
import { type SuiteRun, startFirebaseTools } from "./firebase-tools.ts";
import type { Ports } from "./ports.ts";
import { assertRulesLoaded, NotReadyError, waitUntilReady } from "./readiness.ts";
import { firebaseToolsPid, registerSuite, removeLeftovers, runFolder } from "./running-suites.ts";
import { type SuiteOptions, writeSuiteFiles } from "./suite-config.ts";
import { lastLogLines } from "./suite-log.ts";
import { type LostProcess, lostProcessMessage, watchProcesses } from "./watch-processes.ts";

/** A running suite. `env` has the variables by which SDKs and tests find its emulators. */
export interface Suite {
  projectId: string;
  url: string;
  ports: Ports;
  engine: EngineName;
  env: Record<string, string>;
  logFile: string;
  /** Resolves when the suite has lost a process that it needs; to `null` if firebase-tools has ended by itself. */
  ended: Promise<LostProcess | null>;
  stop(): Promise<void>;
}

const STOP_TIMEOUT_MS = 120_000;

/** Starts a suite and waits until each emulator answers. If one does not, throws a `CommandError` with log lines. */
export async function startSuite(options: SuiteOptions): Promise<Suite> {
  const { projectId, ports, engine } = options;
  const folder = runFolder(ports.hosting);
  rmSync(folder, { recursive: true, force: true });
  const url = `http://127.0.0.1:${ports.hosting}`;
  const env = emulatorEnvironment(projectId, ports, url);
  const logFile = join(DATA, "logs", `suite-${ports.hosting}.log`);
  const temporaryFolder = mkdtempSync(join(tmpdir(), "logbook-"));
  const configFile = writeSuiteFiles(options, folder);
  const run: SuiteRun = { id: randomUUID(), folder, temporaryFolder, configFile, logFile };
  const leftovers = [temporaryFolder, configFile];
  const record = registerSuite(ports.hosting, { projectId, env, id: run.id, leftovers });

  const child = startFirebaseTools(options, run);
  const { promise: ended, resolve: resolveEnded } = Promise.withResolvers<LostProcess | null>();
  // With hidane, `child` is `hidane exec`: it runs Firestore itself and has started firebase-tools.
  const processWatch = watchProcesses(run, engine.kind === "hidane" ? child.pid : undefined, resolveEnded);
  let isSuiteOver = false;
  const onEnd = () => {
    // Finds out whether firebase-tools has ended because the suite lost another process.
    processWatch.check();
    processWatch.stop();
    isSuiteOver = true;
    removeLeftovers(folder, record);
    resolveEnded(null);
  };
  child.on("exit", onEnd);
  child.on("error", onEnd);

  const stop = async (): Promise<void> => {
    processWatch.stop();
    const pid = firebaseToolsPid(folder);
    // firebase-tools cannot get SIGINT before its id is known, and may ignore SIGINT after a process was lost. In both
    // cases it is killed at once.
    const canStop = pid !== null && processWatch.lostProcess() === null;
    if (!isSuiteOver && canStop) sendSignal(pid, "SIGINT");
    if (await waitUntil(() => isSuiteOver, canStop ? STOP_TIMEOUT_MS : 0)) return;
    // The negative id means the whole process group.
    sendSignal(-child.pid!, "SIGKILL");
    await waitUntil(() => isSuiteOver, STOP_TIMEOUT_MS);
  };

  try {
    const hasEnded = () => isSuiteOver || processWatch.lostProcess() !== null;
    await waitUntilReady(options, logFile, hasEnded);
    assertRulesLoaded(join(folder, "firestore-debug.log"));
  } catch (error) {
    // Read the log and the lost process before `stop()`, which logs more lines and ends the processes.
    const logLines = lastLogLines(logFile);
    const lostProcess = processWatch.lostProcess();
    await stop();
    if (options.stopSignal?.aborted) throw new CommandError("Stopped before the emulators were ready.");
    throw explainStartError(error, lostProcess, logLines, logFile);
  }
  return { projectId, url, ports, engine: engine.kind, env, logFile, ended, stop };
}

/** Returns an error that says why a start failed: `error` itself, if neither a lost process nor the log says more. */
function explainStartError(error: unknown, lostProcess: LostProcess | null, logLines: string, logFile: string) {
  if (lostProcess !== null && !lostProcess.hasReasonInLog)
    return new CommandError(`${lostProcessMessage(lostProcess)} Run the command again. The emulators' log: ${logFile}`);
  if (!(error instanceof NotReadyError)) return error;
  const message = `${logLines}\n${error.message} Their last log lines are above; the whole log: ${logFile}`;
  return new NotReadyError(message, error.hasImportedData);
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
