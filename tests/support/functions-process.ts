import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:net";
import { fileURLToPath } from "node:url";
import { BUCKET, eventually, PROJECT } from "./suite.ts";

const inRoot = (path: string): string => fileURLToPath(new URL(`../../${path}`, import.meta.url));

/** Long, because several processes start at once, and each loads the whole API. */
const START_TIMEOUT_SECONDS = 60;

/** A process that serves the built API as in production, beside the suite's functions emulator. */
export interface RunningApi {
  origin: string;
  pid: number;
  runs(): boolean;
  log(): string;
  stop(): Promise<void>;
}

/** `env` is added to the environment (`undefined` removes a variable); `node`: Node's options; `source`: the folder. */
export interface ApiOptions {
  port?: number;
  env?: Record<string, string | undefined>;
  node?: string[];
  source?: string;
}

/** Starts the API on the suite's stores; once it answers, it has requested only the snapshot. */
export async function serveFunctions(serving: ApiOptions = {}): Promise<RunningApi> {
  const { child, origin, log } = await launch(serving);
  const runs = (): boolean => child.exitCode === null && child.signalCode === null;
  const isUp = async (): Promise<true | null> => {
    if (!runs()) throw new Error(`The served API ended: ${log()}`);
    return (await answers(origin)) ? true : null;
  };
  await eventually("The served API", isUp, START_TIMEOUT_SECONDS).catch(async (error: unknown) => {
    await end(child);
    throw error;
  });
  return { origin, pid: child.pid!, runs, log, stop: () => end(child) };
}

/** Starts an API that should exit by itself; returns its output, or `null` if it answers instead. */
export async function outputUntilExit(serving: ApiOptions): Promise<string | null> {
  const { child, origin, log } = await launch(serving);
  const closed = once(child, "close");
  const outcome = await eventually(
    "The exit of the served API",
    async () => {
      if (child.exitCode !== null) return "ended";
      return (await answers(origin)) ? "answers" : null;
    },
    START_TIMEOUT_SECONDS,
  );
  await end(child);
  await closed;
  return outcome === "answers" ? null : log();
}

async function launch({ port, env, node = [], source = inRoot("functions/dist") }: ApiOptions) {
  const at = String(port ?? (await freePort()));
  const framework = fileURLToPath(import.meta.resolve("@google-cloud/functions-framework")).replace(
    /index\.js$/,
    "main.js",
  );
  const args = [...node, framework, "--source", source, "--target", "api", "--port", at];
  const child = spawn(process.execPath, args, {
    stdio: ["ignore", "pipe", "pipe"],
    env: { ...process.env, ...functionsEnvironment(), FUNCTION_SIGNATURE_TYPE: "http", ...env },
  });
  let log = "";
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding("utf8").on("data", (text: string) => {
      log += text;
    });
  return { child, origin: `http://127.0.0.1:${at}`, log: () => log };
}

async function answers(origin: string): Promise<boolean> {
  return (await fetch(`${origin}/api/health`).catch(() => null))?.ok ?? false;
}

/** Runs a job of the built functions once; returns its output. */
export async function runJob(name: string, ...options: string[]): Promise<string> {
  const child = spawn(process.execPath, [inRoot("functions/dist/job.js"), name, ...options], {
    stdio: ["ignore", "pipe", "inherit"],
    env: { ...process.env, ...functionsEnvironment() },
  });
  let output = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    output += text;
  });
  const [code] = await once(child, "close");
  if (code !== 0) throw new Error(`The job ${name} ended with ${code}: ${output}`);
  return output.trim();
}

function functionsEnvironment(): Record<string, string> {
  return {
    FIREBASE_CONFIG: JSON.stringify({ projectId: PROJECT, storageBucket: BUCKET }),
    WEB_API_KEY: "emulator",
    LIMITS_WIDTH: "10",
    METADATA_SERVER_DETECTION: "none",
  };
}

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  server.close();
  await once(server, "close");
  if (address === null || typeof address === "string") throw new Error("No port was given.");
  return address.port;
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill("SIGKILL");
  await once(child, "exit");
}
