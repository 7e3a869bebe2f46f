import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parseEnv } from "node:util";
import { productionEnv, startFramework } from "./functions-framework.ts";
import { createHttpClient, type HttpClient } from "./http-client.ts";
import { PATHS } from "./modules.ts";

export interface FunctionOptions {
  projectId: string;
  /** `host:port` of Firestore or of a proxy in front of it. */
  firestoreHost: string;
  storageHost: string;
  /** The URL of the public keys with which ID tokens are verified. */
  keysUrl: string;
  /** The file with the recorded responses. If it is set, the minimal function (`limit.ts`) runs, not the real one. */
  responsesFile?: string;
}

/** A measured function, served in a process of its own, and a client for it. */
export interface Instance {
  port: number;
  client: HttpClient;
  /** Collects garbage, then returns the memory in bytes. */
  readMemory(): Promise<Memory>;
  stop(): Promise<void>;
}

interface Memory {
  /** The resident set size: the memory that the process occupies. */
  rss: number;
  /** The highest `rss` since the start. */
  peakRss: number;
}

// The heap size that Node chooses in an instance of 1 GiB (functions/src/index.ts). Without this option, Node would
// choose the size by this machine's memory.
const HEAP_OPTION = "--max-old-space-size=512";

export async function startFunction(options: FunctionOptions): Promise<Instance> {
  const nodeOptions = ["--expose-gc", HEAP_OPTION, "--import", `file://${PATHS.preload}`];
  // main.ts sets this variable for --profile.
  if (process.env.BENCH_PROFILES) nodeOptions.push("--cpu-prof", `--cpu-prof-dir=${process.env.BENCH_PROFILES}`);
  const source = options.responsesFile === undefined ? PATHS.realFunction : PATHS.minimalFunction;
  const { port, child, stop } = await startFramework({ source, env: functionEnv(options), nodeOptions });
  const readMemory = (): Promise<Memory> =>
    new Promise((resolve, reject) => {
      child.once("message", (memory) => resolve(memory as Memory));
      child.once("exit", () => reject(new Error(`The measured function ended with exit code ${child.exitCode}.`)));
      child.send("memory");
    });
  const client = createHttpClient(`127.0.0.1:${port}`);
  const closeAndStop = (): Promise<void> => {
    client.close();
    return stop();
  };
  return { port, client, readMemory, stop: closeAndStop };
}

/** The environment, with the deployed `.env` file and without the Auth emulator, so that signatures are verified. */
export function functionEnv({ projectId, firestoreHost, storageHost, keysUrl, responsesFile }: FunctionOptions) {
  const { FIREBASE_AUTH_EMULATOR_HOST: _, ...inherited } = process.env;
  return {
    ...inherited,
    ...parseEnv(readFileSync(join(PATHS.realFunction, ".env"), "utf8")),
    ...productionEnv(projectId, firestoreHost, storageHost),
    // Raises the rate limits, because one member sends as many requests as hundreds of members do.
    LIMITS_WIDTH: "1000",
    BENCH_KEYS_URL: keysUrl,
    ...(responsesFile !== undefined && { BENCH_RESPONSES: responsesFile }),
  };
}
