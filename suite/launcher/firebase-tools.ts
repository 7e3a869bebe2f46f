import { type ChildProcess, spawn } from "node:child_process";
import { closeSync, mkdirSync, openSync, symlinkSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import { FIREBASE, inRoot } from "../command-line/paths.ts";
import type { Engine } from "../engines/engine.ts";
import { SUITE_ID_VARIABLE } from "../machine/processes.ts";

export interface FirebaseToolsOptions {
  engine: Engine;
  projectId: string;
  config: string;
  /** The suite's own folder: firebase-tools works there, and leaves its process id in `firebase.pid`. */
  folder: string;
  /** The suite's own folder for temporary files. In a shared folder, one suite could delete another's attachments. */
  temporaryFolder: string;
  /** The suite's id, which is in the environment of each of its processes. */
  id: string;
  logFile: string;
  services: readonly string[];
  importDir?: string | null;
}

/**
 * A shell that becomes firebase-tools by `exec`. First it writes its process id, which `exec` keeps, into a file. It also
 * starts a watcher: if the launcher is killed, the pipe on file descriptor 3 closes, and the watcher ends firebase-tools.
 */
const WRAPPER_SCRIPT =
  'echo $$ > firebase.pid; (cat >/dev/null; kill -INT $$ 2>/dev/null) <&3 >/dev/null 2>&1 & exec 3<&-; exec "$@"';

/** The file in the suite's own folder with the expressions that our storage-rules runtime has evaluated. */
export const STORAGE_COVERAGE = "storage-coverage.json";

/** Starts firebase-tools in a process group of its own, so that Ctrl-C in the terminal does not reach it directly. */
export function startFirebaseTools(options: FirebaseToolsOptions): ChildProcess {
  const { engine, projectId, config, folder, logFile, services, importDir } = options;
  mkdirSync(dirname(logFile), { recursive: true });
  // `logFile` has the same lines, so firebase-tools' own log is discarded.
  symlinkSync("/dev/null", join(folder, "firebase-debug.log"));
  // When firestore.rules changes, hidane refuses firebase-tools' request (reload-rules.ts sends another one). In
  // firebase-tools this is an unhandled rejection, which must not end the suite.
  const node = [process.execPath, "--unhandled-rejections=warn"];
  const command = [...node, FIREBASE, "emulators:start", "--project", projectId, "--config", config];
  command.push("--only", services.join(","));
  if (importDir) command.push("--import", importDir);
  const wrappedCommand = ["sh", "-c", WRAPPER_SCRIPT, "sh", ...command];
  const [program, ...args] =
    engine.kind === "hidane" ? [engine.binary, "exec", "--", ...wrappedCommand] : wrappedCommand;
  const log = openSync(logFile, "w");
  const child = spawn(program!, args, {
    cwd: folder,
    detached: true,
    // The output goes to a file: a pipe would break if the launcher were killed.
    stdio: ["ignore", log, log, "pipe"],
    env: suiteEnvironment(options),
  });
  closeSync(log);
  return child;
}

/** Variables that a suite must not inherit: those of other suites, accounts, npm and proxies (its calls are local). */
const NOT_INHERITED =
  /^(npm_|FIREBASE_|FIRESTORE_|STORAGE_|GOOGLE_|GCLOUD_|CLOUDSDK_|LOGBOOK_|NODE_OPTIONS$|(https?|all)_proxy$)/i;

function suiteEnvironment({ engine, folder, temporaryFolder, id }: FirebaseToolsOptions): NodeJS.ProcessEnv {
  const node = process.execPath;
  // With hidane, `java` is a script that runs our storage-rules runtime (suite/bin/java).
  const javaFolder = engine.kind === "hidane" ? inRoot("suite", "bin") : engine.java.folder;
  return {
    ...Object.fromEntries(Object.entries(process.env).filter(([name]) => !NOT_INHERITED.test(name))),
    ...(process.env.FIREBASE_EMULATORS_PATH && { FIREBASE_EMULATORS_PATH: process.env.FIREBASE_EMULATORS_PATH }),
    PATH: [...(javaFolder === undefined ? [] : [javaFolder]), dirname(node), process.env.PATH].join(delimiter),
    ...(engine.kind === "hidane" && { STORAGE_EMULATOR_BINARY_PATH: inRoot("suite", "storage-rules", "main.ts") }),
    LOGBOOK_NODE: node,
    LOGBOOK_STORAGE_COVERAGE: join(folder, STORAGE_COVERAGE),
    [SUITE_ID_VARIABLE]: id,
    TMPDIR: temporaryFolder,
    // The suite has its own settings of firebase-tools: the user's may have the login of a Google account.
    XDG_CONFIG_HOME: join(temporaryFolder, "config"),
    // No questions, no update notices, no calls to Google or npm, no search for a free port.
    CI: "true",
    METADATA_SERVER_DETECTION: "none",
    NO_UPDATE_NOTIFIER: "1",
    npm_config_offline: "true",
    FIREBASE_FUNCTIONS_DISCOVERY_OUTPUT_PATH: "true",
  };
}
