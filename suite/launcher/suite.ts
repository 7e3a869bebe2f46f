import { randomUUID } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { CommandError } from "../command-line/command.ts";
import { DATA } from "../command-line/paths.ts";
import type { Asked } from "../command-line/stop-signal.ts";
import type { Engine } from "../engines/engine.ts";
import { sendSignal, waitUntil } from "../machine/processes.ts";
import { launch } from "./firebase-tools.ts";
import type { Ports } from "./ports.ts";
import { NotReadyError, refuseUnprotectedStore, waitUntilReady } from "./readiness.ts";
import { firebaseToolsPid, registerSuite, removeLeftovers, runFolder } from "./running-suites.ts";
import { writeSuiteFiles } from "./suite-config.ts";
import { lastLogLines } from "./suite-log.ts";
import { inWords, type Lost, watchProcesses } from "./watch-processes.ts";

/** A running suite. `env` holds the standard names under which SDKs and tests find its emulators. */
export interface Suite {
  projectId: string;
  url: string;
  env: Record<string, string>;
  logFile: string;
  /** Resolves once firebase-tools has ended, whoever ended it. */
  ended: Promise<"ended">;
  /** Resolves when a process is gone that the suite cannot do without. */
  lost: Promise<Lost>;
  /** Ends everything in order; with an `exportDir`, firebase-tools saves there first, unless something was lost. */
  stop(): Promise<void>;
}

export const ALL_SERVICES = ["auth", "functions", "firestore", "storage", "hosting"] as const;

export interface SuiteOptions {
  projectId: string;
  ports: Ports;
  engine: Engine;
  /** Those to start, all of them if not given. */
  services?: readonly (typeof ALL_SERVICES)[number][];
  /** The built page, or a stand-in while Vite's own server shows it. */
  page: "built" | "placeholder";
  /** A folder of an earlier export to begin with. */
  importDir?: string | undefined;
  /** A folder to export to when the suite ends in order. */
  exportDir?: string | undefined;
  ui?: boolean;
  /** Ends the wait for readiness early. */
  asked?: Asked;
  /** Told how far it is. */
  note(news: string): void;
}

const STOP_WITHIN_MS = 120_000;

/** Starts a suite and waits until each of its emulators answers. Throws a `CommandError` with the log's last words when one does not. */
export async function startSuite(options: SuiteOptions): Promise<Suite> {
  const { projectId, ports, services = ALL_SERVICES } = options;
  const folder = runFolder(ports.hosting);
  rmSync(folder, { recursive: true, force: true });
  const url = `http://127.0.0.1:${ports.hosting}`;
  const env = environment(projectId, ports, url);
  const logFile = join(DATA, "logs", `suite-${ports.hosting}.log`);
  const temporary = mkdtempSync(join(tmpdir(), "logbook-"));
  const config = writeSuiteFiles(options, folder);
  const mark = randomUUID();
  const running = registerSuite(ports.hosting, { projectId, env, mark, leftovers: [temporary, config] });

  const { engine, importDir, exportDir } = options;
  const child = launch({ engine, projectId, config, folder, temporary, mark, logFile, services, importDir, exportDir });
  const watch = watchProcesses({ mark, folder, logFile, wrapper: engine.kind === "hidane" ? child.pid : undefined });
  let over = false;
  const ended = new Promise<"ended">((done) => {
    const end = () => {
      watch.look();
      watch.stop();
      over = true;
      removeLeftovers(folder, running);
      done("ended");
    };
    child.on("exit", end);
    child.on("error", end);
  });

  const stop = async (): Promise<void> => {
    watch.stop();
    // One signal, to firebase-tools alone; a second one would cut its export short. What is not whole is not exported.
    const pid = watch.found() === null ? firebaseToolsPid(folder) : null;
    if (!over && pid !== null) sendSignal(pid, "SIGINT");
    if (!(await waitUntil(() => over, pid === null ? 0 : STOP_WITHIN_MS))) sendSignal(-child.pid!, "SIGKILL");
    await ended;
  };

  try {
    await waitUntilReady({ ...options, services, logFile, isOver: () => over || watch.found() !== null });
    refuseUnprotectedStore(join(folder, "firestore-debug.log"));
  } catch (error) {
    const words = lastLogLines(logFile);
    const lost = watch.found();
    await stop();
    if (options.asked?.yet()) throw new CommandError("Stopped before the emulators were ready.");
    if (lost !== null && !lost.isLogged)
      throw new CommandError(`${inWords(lost)} Run the command again. The emulators' log: ${logFile}`);
    if (error instanceof NotReadyError)
      throw new NotReadyError(
        `${words}\n${error.message} What they said last is above; the whole log: ${logFile}`,
        error.isImported,
      );
    throw error;
  }
  return { projectId, url, env, logFile, ended, lost: watch.lost, stop };
}

function environment(projectId: string, ports: Ports, url: string): Record<string, string> {
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
