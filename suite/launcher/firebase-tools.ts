import { type ChildProcess, spawn } from "node:child_process";
import { closeSync, mkdirSync, openSync, symlinkSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import { FIREBASE, inRoot } from "../command-line/paths.ts";
import type { Engine } from "../engines/engine.ts";
import { MARK } from "../machine/processes.ts";

export interface Launch {
  engine: Engine;
  projectId: string;
  /** The suite's firebase.json. */
  config: string;
  /** The suite's own folder: firebase-tools works there, and leaves its process id in `firebase.pid`. */
  folder: string;
  /** The suite's own folder for temporary files: with a shared one, a suite that ends deletes another's attachments. */
  temporary: string;
  mark: string;
  logFile: string;
  services: readonly string[];
  importDir?: string | undefined;
  exportDir?: string | undefined;
}

/**
 * The shell in front notes its process id, which exec keeps, and leaves a watcher beside firebase-tools: when our end of
 * the pipe is gone, because we were killed, it asks for an orderly end.
 */
const IN_FRONT =
  'echo $$ > firebase.pid; (cat >/dev/null; kill -INT $$ 2>/dev/null) <&3 >/dev/null 2>&1 & exec 3<&-; exec "$@"';

/** In the suite's own folder: what our storage-rules runtime has evaluated. */
export const STORAGE_COVERAGE = "storage-coverage.json";

/** Starts firebase-tools in a process group of its own, so that a Ctrl-C in the terminal does not reach it beside our signal. */
export function launch(options: Launch): ChildProcess {
  const { engine, projectId, config, folder, logFile, services, importDir, exportDir } = options;
  mkdirSync(dirname(logFile), { recursive: true });
  // All that firebase-tools says is in our log already; this file would only grow.
  symlinkSync("/dev/null", join(folder, "firebase-debug.log"));
  // When firestore.rules has changed, hidane refuses firebase-tools' words (reload-rules.ts finds others), which is an
  // unhandled rejection there. It must not end the suite.
  const node = [process.execPath, "--unhandled-rejections=warn"];
  const start = [...node, FIREBASE, "emulators:start", "--project", projectId, "--config", config];
  start.push("--only", services.join(","));
  if (importDir !== undefined) start.push("--import", importDir);
  if (exportDir !== undefined) start.push("--export-on-exit", exportDir);
  const wrapped = ["sh", "-c", IN_FRONT, "sh", ...start];
  const [program, ...args] = engine.kind === "hidane" ? [engine.binary, "exec", "--", ...wrapped] : wrapped;
  const log = openSync(logFile, "w");
  const child = spawn(program!, args, {
    cwd: folder,
    detached: true,
    // Straight into the file: a pipe would break, and firebase-tools with it, when we are killed.
    stdio: ["ignore", log, log, "pipe"],
    env: suiteEnvironment(options),
  });
  closeSync(log);
  return child;
}

/** Of our own environment what a suite must not see: other suites' names, accounts, proxies (it calls nobody) and npm's. */
const FOREIGN =
  /^(npm_|FIREBASE_|FIRESTORE_|STORAGE_|GOOGLE_|GCLOUD_|CLOUDSDK_|LOGBOOK_|NODE_OPTIONS$|(https?|all)_proxy$)/i;

function suiteEnvironment({ engine, folder, temporary, mark }: Launch): NodeJS.ProcessEnv {
  const node = process.execPath;
  const java = engine.kind === "hidane" ? inRoot("suite", "bin") : engine.java.folder;
  return {
    ...Object.fromEntries(Object.entries(process.env).filter(([name]) => !FOREIGN.test(name))),
    ...(process.env.FIREBASE_EMULATORS_PATH && { FIREBASE_EMULATORS_PATH: process.env.FIREBASE_EMULATORS_PATH }),
    PATH: [...(java === undefined ? [] : [java]), dirname(node), process.env.PATH].join(delimiter),
    ...(engine.kind === "hidane" && { STORAGE_EMULATOR_BINARY_PATH: inRoot("suite", "storage-rules", "main.ts") }),
    LOGBOOK_NODE: node,
    LOGBOOK_STORAGE_COVERAGE: join(folder, STORAGE_COVERAGE),
    [MARK]: mark,
    TMPDIR: temporary,
    // firebase-tools' own settings, where somebody may be signed in.
    XDG_CONFIG_HOME: join(temporary, "config"),
    // No questions, no news, no look at Google's or npm's servers, no search for a free port to find the functions by.
    CI: "true",
    METADATA_SERVER_DETECTION: "none",
    NO_UPDATE_NOTIFIER: "1",
    npm_config_offline: "true",
    FIREBASE_FUNCTIONS_DISCOVERY_OUTPUT_PATH: "true",
  };
}
