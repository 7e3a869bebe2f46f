import { type ChildProcess, spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { type AddressInfo, connect, createServer } from "node:net";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { parseEnv } from "node:util";
import { PATHS } from "./modules.ts";

/** What a measured process is about. */
export interface FunctionOptions {
  projectId: string;
  /** `host:port`, of Firestore or of what stands before it. */
  firestoreHost: string;
  storageHost: string;
  keysUrl: string;
  /** The file of the limit's answers; without one the real function is functionProcess. */
  answers?: string;
}

/** A function functionProcess by the functions framework in a process of its own. */
export interface FunctionProcess {
  port: number;
  /** Bytes of memory it holds after a forced garbage collection, and the most it ever held. */
  memory(): Promise<Memory>;
  stop(): Promise<void>;
}

interface Memory {
  rss: number;
  peak: number;
}

const READY_WITHIN_MS = 60_000;
const FRAMEWORK = fileURLToPath(import.meta.resolve("@google-cloud/functions-framework")).replace(
  /index\.js$/,
  "main.js",
);

// What Node gives itself in an instance of 1 GiB (functions/src/index.ts); without it, it would take a machine's.
const HEAP = "--max-old-space-size=512";

const children = new Set<ChildProcess>();
process.once("exit", () => {
  for (const child of children) child.kill("SIGKILL");
});

/** Starts a process and gives it once it listens. Throws with its last words when it ends before that. */
export async function serve(functionOptions: FunctionOptions): Promise<FunctionProcess> {
  const port = await freePort();
  const { child, ended, words } = launch(functionOptions, port);
  const stop = async (): Promise<void> => {
    child.kill();
    await ended;
  };
  for (const end = Date.now() + READY_WITHIN_MS; !(await listens(port)); await pause(2)) {
    if (child.exitCode === null && Date.now() < end) continue;
    await stop();
    throw new Error(`A measured function does not start. It said:\n${words()}`);
  }
  const memory = (): Promise<Memory> =>
    new Promise((done, fail) => {
      child.once("message", (memory) => done(memory as Memory));
      void ended.then(() => fail(new Error(`A measured function has ended. It said:\n${words()}`)));
      child.send("memory");
    });
  return { port, memory, stop };
}

function launch(functionOptions: FunctionOptions, port: number) {
  const source = functionOptions.answers === undefined ? PATHS.real : PATHS.limit;
  const options = ["--expose-gc", HEAP, "--import", `file://${PATHS.preload}`];
  if (process.env.BENCH_PROFILES) options.push("--cpu-prof", `--cpu-prof-dir=${process.env.BENCH_PROFILES}`);
  const child = spawn(
    process.execPath,
    [...options, FRAMEWORK, "--source", source, "--target", "api", "--signature-type", "http", "--port", String(port)],
    { stdio: ["ignore", "ignore", "pipe", "ipc"], env: functionEnv(functionOptions) },
  );
  children.add(child);
  let said = "";
  child.stderr!.on("data", (chunk: Buffer) => {
    said = (said + chunk.toString()).slice(-4_000);
  });
  const ended = new Promise<void>((done) => {
    child.once("exit", () => {
      children.delete(child);
      done();
    });
  });
  return { child, ended, words: () => said };
}

/**
 * The environment of a function in production, what is deployed with it included, but for the emulators of its stores;
 * Auth's is not named on purpose.
 */
export function functionEnv({ projectId, firestoreHost, storageHost, keysUrl, answers }: FunctionOptions) {
  const { FIREBASE_AUTH_EMULATOR_HOST: _, ...inherited } = process.env;
  return {
    ...inherited,
    ...parseEnv(readFileSync(join(PATHS.real, ".env"), "utf8")),
    NODE_ENV: "production",
    GCLOUD_PROJECT: projectId,
    FIREBASE_CONFIG: JSON.stringify({ projectId, storageBucket: `${projectId}.appspot.com` }),
    FIRESTORE_EMULATOR_HOST: firestoreHost,
    FIREBASE_STORAGE_EMULATOR_HOST: storageHost,
    METADATA_SERVER_DETECTION: "none",
    // One member writes here what hundreds would.
    LIMITS_WIDTH: "1000",
    BENCH_KEYS: keysUrl,
    ...(answers !== undefined && { BENCH_RESPONSES: answers }),
  };
}

function listens(port: number): Promise<boolean> {
  return new Promise((done) => {
    const socket = connect(port, "127.0.0.1");
    socket.once("connect", () => {
      socket.destroy();
      done(true);
    });
    socket.once("error", () => done(false));
  });
}

function freePort(): Promise<number> {
  return new Promise((done) => {
    const server = createServer();
    server.listen(0, "127.0.0.1", () => {
      const { port } = server.address() as AddressInfo;
      server.close(() => done(port));
    });
  });
}
