import { spawn } from "node:child_process";
import { once } from "node:events";
import { type AddressInfo, connect, createServer } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import type { Environment } from "./environment.ts";

interface FrameworkOptions {
  /** The folder of the built functions. */
  source: string;
  /** The export that is served. */
  target?: string;
  /** How the function is called: `cloudevent` for triggers. */
  signature?: "http" | "cloudevent";
  /** The port; by default a free port. */
  port?: number | undefined;
  env: NodeJS.ProcessEnv;
  nodeOptions?: readonly string[];
  /** Whether standard output is read ("pipe"), which slows down a measured function. */
  stdout?: "ignore" | "pipe";
}

const START_TIMEOUT_MS = 60_000;
// Short, because the measured time of a cold start includes the last pause.
const POLL_MS = 2;
// The framework's program is the file `main.js` beside the file that `import` finds.
const FRAMEWORK_FILE = fileURLToPath(new URL("main.js", import.meta.resolve("@google-cloud/functions-framework")));

/** Starts a function with the functions framework, as in production. Throws if it does not listen within a minute. */
export async function startFramework(options: FrameworkOptions) {
  const { source, target = "api", signature = "http", port = await freePort(), env, nodeOptions = [] } = options;
  const frameworkArgs = ["--source", source, "--target", target, "--port", String(port)];
  const child = spawn(process.execPath, [...nodeOptions, FRAMEWORK_FILE, ...frameworkArgs], {
    stdio: ["ignore", options.stdout ?? "ignore", "pipe", "ipc"],
    // An environment variable instead of the option `--signature-type`: firebase-functions reads the variable too.
    env: { ...env, FUNCTION_SIGNATURE_TYPE: signature },
  });
  const kill = (): void => void child.kill("SIGKILL");
  process.once("exit", kill);
  let log = "";
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding("utf8").on("data", (text: string) => {
      log += text;
    });
  const closed = once(child, "close");
  void closed.then(() => process.off("exit", kill));
  const isRunning = (): boolean => child.exitCode === null && child.signalCode === null;
  const stop = async (signal: NodeJS.Signals = "SIGTERM"): Promise<void> => {
    child.kill(signal);
    await closed;
  };
  const deadline = Date.now() + START_TIMEOUT_MS;
  while (!(await isListening(port))) {
    if (!isRunning() || Date.now() >= deadline) {
      await stop("SIGKILL");
      throw new Error(`The function ${target} in ${source} did not start. Its output:\n${log.slice(-4_000)}`);
    }
    await pause(POLL_MS);
  }
  return { port, child, log: () => log, isRunning, stop };
}

/** The environment of a function in production, with the suite's Firestore and Storage. */
export function productionEnv(projectId: string, { firestoreHost, storageHost }: Environment) {
  return {
    NODE_ENV: "production",
    GCLOUD_PROJECT: projectId,
    FIREBASE_CONFIG: JSON.stringify({ projectId, storageBucket: `${projectId}.appspot.com` }),
    FIRESTORE_EMULATOR_HOST: firestoreHost,
    FIREBASE_STORAGE_EMULATOR_HOST: storageHost,
    // Google's libraries must not look for the metadata server, which exists only on Google's machines.
    METADATA_SERVER_DETECTION: "none",
  };
}

async function isListening(port: number): Promise<boolean> {
  const socket = connect(port, "127.0.0.1");
  try {
    await once(socket, "connect");
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}

/** A port of 127.0.0.1 that nothing listens on. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  await once(server.close(), "close");
  return port;
}
