import { spawn } from "node:child_process";
import { once } from "node:events";
import { startFramework } from "../../bench/src/harness/functions-framework.ts";
import { inRoot } from "../../suite/command-line/paths.ts";
import { BUCKET, PROJECT } from "./suite.ts";

const BUILT_FUNCTIONS = inRoot("functions", "dist");

/** A process that serves the built API as in production, beside the suite's functions emulator. */
export interface RunningApi {
  origin: string;
  port: number;
  pid: number;
  isRunning(): boolean;
  log(): string;
  /** Kills the process, as `kill -9` does. */
  stop(): Promise<void>;
}

export interface ApiOptions {
  port?: number;
  /** Variables that are added to the environment; `undefined` removes a variable. */
  env?: Record<string, string | undefined>;
  nodeOptions?: string[];
  /** The folder of the built functions, by default `functions/dist`. */
  folder?: string;
}

/**
 * Starts the API on the suite's stores. When the API is ready, it has requested only the snapshot. Throws an error with
 * the process's output if the process exits before that.
 */
export async function serveFunctions(options: ApiOptions = {}): Promise<RunningApi> {
  const { child, port, isRunning, log, stop } = await startFramework({
    source: options.folder ?? BUILT_FUNCTIONS,
    port: options.port,
    nodeOptions: options.nodeOptions ?? [],
    env: { ...process.env, ...functionsEnvironment(PROJECT), ...options.env },
    stdout: "pipe",
  });
  const origin = `http://127.0.0.1:${port}`;
  // At its first request the API loads the snapshot.
  await fetch(`${origin}/api/health`);
  return { origin, port, pid: child.pid!, isRunning, log, stop: () => stop("SIGKILL") };
}

/** A process that serves one of the built triggers, as in production. */
export interface Trigger {
  /** Delivers an event. Returns the HTTP status, which is 204 after success. */
  deliver(event: object): Promise<number>;
  log(): string;
  stop(): Promise<void>;
}

/**
 * Starts a trigger on the suite's stores, with `env` added to its environment. In a `project` of its own, no other trigger
 * gets the same events.
 */
export async function serveTrigger(
  target: string,
  project = PROJECT,
  env: Record<string, string> = {},
): Promise<Trigger> {
  const { port, log, stop } = await startFramework({
    source: BUILT_FUNCTIONS,
    target,
    signature: "cloudevent",
    env: { ...process.env, ...functionsEnvironment(project), GCLOUD_PROJECT: project, ...env },
    stdout: "pipe",
  });
  return {
    async deliver(event) {
      const headers = { "content-type": "application/cloudevents+json" };
      const body = JSON.stringify(event);
      return (await fetch(`http://127.0.0.1:${port}`, { method: "POST", headers, body })).status;
    },
    log,
    stop: () => stop("SIGKILL"),
  };
}

/** Runs a job of the built functions once. Returns the job's output. */
export async function runJob(name: string, ...options: string[]): Promise<string> {
  const child = spawn(process.execPath, [inRoot("functions", "dist", "job.js"), name, ...options], {
    stdio: ["ignore", "pipe", "inherit"],
    env: { ...process.env, ...functionsEnvironment(PROJECT) },
  });
  let output = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    output += text;
  });
  const [code] = await once(child, "close");
  if (code !== 0) throw new Error(`The job ${name} ended with ${code}: ${output}`);
  return output.trim();
}

function functionsEnvironment(projectId: string): Record<string, string> {
  return {
    FIREBASE_CONFIG: JSON.stringify({ projectId, storageBucket: BUCKET }),
    WEB_API_KEY: "emulator",
    // Ten times the rate limits of production, as in the local suite.
    LIMITS_WIDTH: "10",
    // Google's libraries must not look for the metadata server, which exists only on Google's machines.
    METADATA_SERVER_DETECTION: "none",
  };
}
