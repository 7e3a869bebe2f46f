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
import { type LostProcess, lostMessage, watchProcesses } from "./watch-processes.ts";

/** A running suite. `env` has the standard variables by which SDKs and tests find its emulators. */
export interface Suite {
  projectId: string;
  url: string;
  env: Record<string, string>;
  logFile: string;
  /** Resolves once firebase-tools has ended, for any reason. */
  ended: Promise<"ended">;
  /** Resolves when a process that the suite needs has ended. */
  lost: Promise<LostProcess>;
  stop(): Promise<void>;
}

export const ALL_SERVICES = ["auth", "functions", "firestore", "storage", "hosting"] as const;

export interface SuiteOptions {
  projectId: string;
  ports: Ports;
  engine: Engine;
  /** The services to start; all of them by default. */
  services?: readonly (typeof ALL_SERVICES)[number][];
  /** The built page, or a placeholder while Vite's own server shows it. */
  page: "built" | "placeholder";
  /** The folder of an export to start with; none by default. */
  importDir?: string | null;
  ui?: boolean;
  /** Ends the start early. */
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
  const config = writeSuiteFiles(options, folder);
  const id = randomUUID();
  const record = registerSuite(ports.hosting, { projectId, env, id, leftovers: [temporaryFolder, config] });

  const child = startFirebaseTools({ ...options, services, config, folder, temporaryFolder, id, logFile });
  const wrapper = options.engine.kind === "hidane" ? child.pid : undefined;
  const watch = watchProcesses({ id, folder, logFile, wrapper });
  let isOver = false;
  const { promise: ended, resolve } = Promise.withResolvers<"ended">();
  const onEnd = () => {
    watch.check();
    watch.stop();
    isOver = true;
    removeLeftovers(folder, record);
    resolve("ended");
  };
  child.on("exit", onEnd);
  child.on("error", onEnd);

  const stop = async (): Promise<void> => {
    watch.stop();
    // firebase-tools may never react to SIGINT if one of its processes is lost, so it is killed at once.
    const pid = watch.lostProcess() === null ? firebaseToolsPid(folder) : null;
    if (!isOver && pid !== null) sendSignal(pid, "SIGINT");
    if (!(await waitUntil(() => isOver, pid === null ? 0 : STOP_TIMEOUT_MS))) sendSignal(-child.pid!, "SIGKILL");
    await ended;
  };

  try {
    await waitUntilReady({ ...options, services, logFile, isOver: () => isOver || watch.lostProcess() !== null });
    assertRulesLoaded(join(folder, "firestore-debug.log"));
  } catch (error) {
    const lines = lastLogLines(logFile);
    const lost = watch.lostProcess();
    await stop();
    if (options.stopSignal?.aborted) throw new CommandError("Stopped before the emulators were ready.");
    if (lost !== null && !lost.isLogged)
      throw new CommandError(`${lostMessage(lost)} Run the command again. The emulators' log: ${logFile}`);
    if (error instanceof NotReadyError)
      throw new NotReadyError(
        `${lines}\n${error.message} Their last log lines are above; the whole log: ${logFile}`,
        error.isImported,
      );
    throw error;
  }
  return { projectId, url, env, logFile, ended, lost: watch.lost, stop };
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
