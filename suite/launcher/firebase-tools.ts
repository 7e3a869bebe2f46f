import { type ChildProcess, spawn } from "node:child_process";
import { closeSync, mkdirSync, openSync, symlinkSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import { FIREBASE_CLI, inRoot } from "../command-line/paths.ts";
import type { Engine } from "../engines/engine.ts";
import { SUITE_ID_VARIABLE } from "../machine/processes.ts";
import type { SuiteOptions } from "./suite-config.ts";

/** The id, folders and files of one run of a suite. */
export interface SuiteRun {
  /** Is in the environment of each of the suite's processes. */
  id: string;
  /** The suite's own folder: firebase-tools works there, and leaves its process id in `firebase.pid`. */
  folder: string;
  /** The suite's own folder for temporary files. In a shared folder, one suite could delete another's attachments. */
  temporaryFolder: string;
  configFile: string;
  logFile: string;
}

/**
 * A shell script that becomes firebase-tools by `exec`, with the same process id. If the launcher is killed, the pipe on
 * file descriptor 3 closes: `cat` ends, and firebase-tools gets SIGINT.
 */
// In the parentheses, `$$` is still the process id of the shell itself.
const WRAPPER_SCRIPT =
  'echo $$ > firebase.pid; (cat >/dev/null; kill -INT $$ 2>/dev/null) <&3 >/dev/null 2>&1 & exec 3<&-; exec "$@"';

/** In this file of the suite's folder, our storage-rules runtime records which expressions it has evaluated. */
export const STORAGE_COVERAGE_FILE = "storage-coverage.json";

/** Starts firebase-tools in a process group of its own, so that Ctrl-C in the terminal does not reach it directly. */
export function startFirebaseTools(
  { engine, projectId, storesOnly, importDir }: SuiteOptions,
  run: SuiteRun,
): ChildProcess {
  const { configFile, folder, logFile } = run;
  mkdirSync(dirname(logFile), { recursive: true });
  // `logFile` has the same lines, so firebase-tools' own log is discarded.
  symlinkSync("/dev/null", join(folder, "firebase-debug.log"));
  // When firestore.rules changes, hidane refuses firebase-tools' request (reload-rules.ts sends another one). In
  // firebase-tools this is an unhandled rejection, which must not end the suite.
  const nodeCommand = [process.execPath, "--unhandled-rejections=warn"];
  const command = [...nodeCommand, FIREBASE_CLI, "emulators:start", "--project", projectId, "--config", configFile];
  command.push("--only", storesOnly ? "auth,firestore,storage" : "auth,functions,firestore,storage,hosting");
  if (importDir) command.push("--import", importDir);
  const wrappedCommand = ["sh", "-c", WRAPPER_SCRIPT, "sh", ...command];
  // `hidane exec` runs Firestore as long as the command after it runs.
  const [program, ...args] =
    engine.kind === "hidane" ? [engine.binary, "exec", "--", ...wrappedCommand] : wrappedCommand;
  const logDescriptor = openSync(logFile, "w");
  const child = spawn(program!, args, {
    cwd: folder,
    detached: true,
    // The output goes to a file: a pipe would break if the launcher were killed.
    stdio: ["ignore", logDescriptor, logDescriptor, "pipe"],
    env: suiteEnvironment(engine, run),
  });
  closeSync(logDescriptor);
  return child;
}

/** Variables of other suites, Google accounts, npm and proxies. A suite needs no proxy, since it calls only itself. */
const NOT_INHERITED_PATTERN =
  /^(npm_|FIREBASE_|FIRESTORE_|STORAGE_|GOOGLE_|GCLOUD_|CLOUDSDK_|LOGBOOK_|NODE_OPTIONS$|(https?|all)_proxy$)/i;

function suiteEnvironment(engine: Engine, { folder, temporaryFolder, id }: SuiteRun): NodeJS.ProcessEnv {
  const node = process.execPath;
  // With hidane, `java` is a script that runs our storage-rules runtime (suite/bin/java).
  const javaFolder = engine.kind === "hidane" ? inRoot("suite", "bin") : engine.java.folder;
  return {
    ...Object.fromEntries(Object.entries(process.env).filter(([name]) => !NOT_INHERITED_PATTERN.test(name))),
    // Google's emulators stay where the user has downloaded them.
    ...(process.env.FIREBASE_EMULATORS_PATH && { FIREBASE_EMULATORS_PATH: process.env.FIREBASE_EMULATORS_PATH }),
    PATH: [...(javaFolder === undefined ? [] : [javaFolder]), dirname(node), process.env.PATH].join(delimiter),
    ...(engine.kind === "hidane" && { STORAGE_EMULATOR_BINARY_PATH: inRoot("suite", "storage-rules", "main.ts") }),
    // suite/bin/java runs the storage-rules runtime with this Node.
    LOGBOOK_NODE: node,
    LOGBOOK_STORAGE_COVERAGE: join(folder, STORAGE_COVERAGE_FILE),
    [SUITE_ID_VARIABLE]: id,
    TMPDIR: temporaryFolder,
    // The suite has its own settings of firebase-tools: the user's may have the login of a Google account.
    XDG_CONFIG_HOME: join(temporaryFolder, "config"),
    // No questions, no update notices, no calls to Google or npm.
    CI: "true",
    METADATA_SERVER_DETECTION: "none",
    NO_UPDATE_NOTIFIER: "1",
    npm_config_offline: "true",
    // `true` stands for a temporary file, in which the functions are listed. By default a server on some free port
    // would list them.
    FIREBASE_FUNCTIONS_DISCOVERY_OUTPUT_PATH: "true",
  };
}
