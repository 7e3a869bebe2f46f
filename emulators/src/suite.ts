import { type ChildProcess, spawn } from "node:child_process";
import { createWriteStream, existsSync, mkdirSync, readFileSync, rmSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import type { Engine } from "./engine.ts";
import { writeSuiteFiles } from "./generated-config.ts";
import type { Asked } from "./signals.ts";
import { DATA, FIREBASE, inRoot, ROOT } from "./paths.ts";
import type { Ports } from "./ports.ts";
import { Stop } from "./stop.ts";

/** A running suite. `env` holds the standard names under which SDKs and tests find its emulators. */
export interface Suite {
  url: string;
  env: Record<string, string>;
  logFile: string;
  /** Resolves with the exit code once firebase-tools has ended, whoever ended it. */
  ended: Promise<number>;
  /** Stops everything; what is to be kept has to be saved before. */
  stop(): Promise<void>;
}

export interface SuiteOptions {
  projectId: string;
  ports: Ports;
  engine: Engine;
  /** A folder of an earlier export to begin with. */
  importDir?: string;
  ui?: boolean;
  /** Ends the wait for readiness early. */
  asked?: Asked;
  say(line: string): void;
}

const READY_WITHIN_MS = 180_000;

/** Starts auth, functions, firestore, storage and hosting and waits until each answers. Throws a `Stop` when one does not. */
export async function startSuite(options: SuiteOptions): Promise<Suite> {
  const { projectId, ports, say } = options;
  const files = writeSuiteFiles(projectId, ports, { ui: options.ui ?? false });
  const logFile = join(DATA, "logs", `suite-${ports.hosting}.log`);
  const { child, firebasePid } = launch(options, files.config, logFile);
  let over = false;
  const ended = new Promise<number>((done) => {
    child.on("close", (code) => {
      over = true;
      rmSync(files.config, { force: true });
      rmSync(dirname(files.hosting), { recursive: true, force: true });
      done(code ?? 1);
    });
  });

  const stop = async (): Promise<void> => {
    // One signal to firebase-tools alone; it ends the emulators in order.
    const pid = firebasePid();
    if (!over && pid !== null) signal(pid, "SIGINT");
    await Promise.race([ended, delay(30_000)]);
    if (!over) signal(-child.pid!, "SIGKILL");
    await ended;
  };

  const url = `http://127.0.0.1:${ports.hosting}`;
  try {
    await waitUntilReady(options, url, () => over);
  } catch (error) {
    await stop();
    if (options.asked?.yet()) throw new Stop("Stopped before the emulators were ready.");
    if (error instanceof Stop) throw new Stop(`${error.message}\n${lastWords(logFile)}\nThe whole log: ${logFile}`);
    throw error;
  }
  say("All emulators answer");
  return { url, env: environment(projectId, ports, url), logFile, ended, stop };
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

/**
 * firebase-tools in a process group of its own, so that a Ctrl-C in the terminal does not reach it beside our signal.
 * The shell in front writes its process id, which exec keeps, and a watcher there ends the suite when this process dies.
 */
const IN_FRONT = 'echo $$ > "$1"; shift; (cat <&3 >/dev/null; kill -INT $$ 2>/dev/null) & exec 3<&-; exec "$@"';

function launch(options: SuiteOptions, config: string, logFile: string): { child: ChildProcess; firebasePid(): number | null } {
  const { engine, projectId, ports } = options;
  mkdirSync(dirname(logFile), { recursive: true });
  const pidFile = join(DATA, "run", String(ports.hosting), "firebase.pid");
  const node = process.execPath;
  const start = [node, FIREBASE, "emulators:start", "--project", projectId, "--config", config];
  start.push("--only", "auth,functions,firestore,storage,hosting");
  if (options.importDir) start.push("--import", options.importDir);
  const wrapped = ["sh", "-c", IN_FRONT, "sh", pidFile, ...start];
  const [program, ...args] = engine.kind === "hidane" ? [engine.binary, "exec", "--", ...wrapped] : wrapped;
  const child = spawn(program!, args, {
    cwd: ROOT,
    detached: true,
    stdio: ["ignore", "pipe", "pipe", "pipe"],
    env: {
      ...process.env,
      PATH: [...(engine.kind === "hidane" ? [inRoot("emulators", "bin")] : []), dirname(node), process.env.PATH].join(delimiter),
      LOGBOOK_NODE: node,
      ...(engine.kind === "hidane" && { STORAGE_EMULATOR_BINARY_PATH: inRoot("emulators", "storage-rules", "main.ts") }),
      // No questions, no update checks, no usage reports.
      CI: "true",
      FIREBASE_CLI_DISABLE_UPDATE_CHECK: "true",
      NO_UPDATE_NOTIFIER: "1",
    },
  });
  const log = createWriteStream(logFile);
  child.stdout!.pipe(log, { end: false });
  child.stderr!.pipe(log, { end: false });
  return {
    child,
    firebasePid: () => (existsSync(pidFile) ? Number(readFileSync(pidFile, "utf8")) : null),
  };
}

async function waitUntilReady(options: SuiteOptions, url: string, isOver: () => boolean): Promise<void> {
  const { ports, say } = options;
  const began = Date.now();
  let told = began;
  const probes: { name: string; address: string; healthy?: boolean }[] = [
    { name: "the emulator hub", address: `http://127.0.0.1:${ports.hub}/emulators` },
    { name: "auth", address: `http://127.0.0.1:${ports.auth}/` },
    { name: "firestore", address: `http://127.0.0.1:${ports.firestore}/` },
    { name: "storage", address: `http://127.0.0.1:${ports.storage}/` },
    { name: "hosting", address: `${url}/` },
    // Until the function is loaded its emulator answers 404 in its place.
    { name: "the function api", address: `${url}/api/health`, healthy: true },
  ];
  while (probes.length > 0) {
    const { name, address, healthy = false } = probes[0]!;
    if (isOver() || options.asked?.yet()) throw new Stop("The emulators ended before they were ready.");
    if (Date.now() - began > READY_WITHIN_MS) throw new Stop(`Still no answer from ${name} after ${READY_WITHIN_MS / 1000} s.`);
    if (await answers(address, healthy)) {
      probes.shift();
      continue;
    }
    if (Date.now() - told > 10_000) {
      told = Date.now();
      say(`  waiting for ${name}, ${Math.round((told - began) / 1000)} s`);
    }
    await delay(200);
  }
}

async function answers(address: string, healthy: boolean): Promise<boolean> {
  try {
    const response = await fetch(address, { signal: AbortSignal.timeout(10_000) });
    await response.arrayBuffer();
    return healthy ? response.ok : response.status < 500 || response.status === 501;
  } catch {
    return false;
  }
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error;
  }
}

function lastWords(logFile: string): string {
  const lines = existsSync(logFile) ? readFileSync(logFile, "utf8").trimEnd().split("\n") : [];
  return lines.slice(-15).join("\n");
}

const delay = (ms: number): Promise<void> => new Promise((done) => setTimeout(done, ms));
