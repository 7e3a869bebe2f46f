import { type StdioOptions, spawn } from "node:child_process";
import { once } from "node:events";
import { type AddressInfo, connect, createServer } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import { fileURLToPath } from "node:url";

interface FrameworkOptions {
  /** The folder of the built function; its export `api` is served. */
  source: string;
  env: NodeJS.ProcessEnv;
  nodeOptions?: readonly string[];
}

const START_TIMEOUT_MS = 60_000;
const POLL_MS = 2;
const FRAMEWORK = fileURLToPath(import.meta.resolve("@google-cloud/functions-framework")).replace(
  /index\.js$/,
  "main.js",
);
const STDIO: StdioOptions = ["ignore", "ignore", "pipe", "ipc"];

/** Starts a function with the functions framework, as in production. Throws unless it listens within a minute. */
export async function startFramework(options: FrameworkOptions) {
  const { source, env, nodeOptions = [] } = options;
  const port = await freePort();
  const frameworkOptions = ["--source", source, "--target", "api", "--signature-type", "http", "--port", String(port)];
  const child = spawn(process.execPath, [...nodeOptions, FRAMEWORK, ...frameworkOptions], { stdio: STDIO, env });
  const kill = (): void => void child.kill("SIGKILL");
  process.once("exit", kill);
  let stderr = "";
  child.stderr!.on("data", (chunk: Buffer) => {
    stderr = (stderr + chunk.toString()).slice(-4_000);
  });
  const ended = once(child, "exit");
  void ended.then(() => process.off("exit", kill));
  const stop = async (): Promise<void> => {
    child.kill();
    await ended;
  };
  for (const deadline = Date.now() + START_TIMEOUT_MS; !(await isListening(port)); await pause(POLL_MS)) {
    if (child.exitCode === null && Date.now() < deadline) continue;
    await stop();
    throw new Error(`The function in ${source} did not start. Its error output:\n${stderr}`);
  }
  return { port, child, stop };
}

/** The environment of a function in production, with the suite's Firestore and Storage. */
export function productionEnv(projectId: string, firestoreHost: string, storageHost: string) {
  return {
    NODE_ENV: "production",
    GCLOUD_PROJECT: projectId,
    FIREBASE_CONFIG: JSON.stringify({ projectId, storageBucket: `${projectId}.appspot.com` }),
    FIRESTORE_EMULATOR_HOST: firestoreHost,
    FIREBASE_STORAGE_EMULATOR_HOST: storageHost,
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

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  await once(server.close(), "close");
  return port;
}
