import { once } from "node:events";
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { FUNCTIONS_FOLDER, inCheckout } from "../harness/environment.ts";
import { startFramework } from "../harness/functions-framework.ts";
import { createHttpClient } from "../harness/http-client.ts";
import { type Logbook, listPath, listPaths } from "./logbook.ts";

interface Memory {
  /** The resident set size: the memory that the process occupies, in bytes. */
  rss: number;
  /** The highest `rss` since the start. */
  peakRss: number;
}

// The heap size that Node chooses in an instance of 1 GiB (functions/src/index.ts). Without this option, Node would
// choose the size by this machine's memory.
const HEAP_OPTION = "--max-old-space-size=512";
// Node adds these headers to every response itself.
const HEADERS_OF_NODE = ["connection", "keep-alive", "date", "content-length", "transfer-encoding"];

/**
 * Serves a function in a process of its own: the real one or, after `recordResponses`, the minimal one, whose times are
 * the limit that the real one cannot beat (`limit.js`).
 */
async function startInstance(logbook: Logbook, kind: "real" | "minimal") {
  const { profileFolder, responsesFile, memberToken: token } = logbook;
  const { port, child, stop } = await startFramework({
    source: kind === "real" ? FUNCTIONS_FOLDER : inCheckout("bench/src/harness/limit.js"),
    env: { ...logbook.functionEnv, BENCH_RESPONSES: responsesFile },
    nodeOptions: [
      ...["--expose-gc", HEAP_OPTION, "--import", `file://${inCheckout("bench/src/harness/preload.js")}`],
      ...(profileFolder === null ? [] : ["--cpu-prof", `--cpu-prof-dir=${profileFolder}`]),
    ],
  });
  const client = createHttpClient(`127.0.0.1:${port}`);
  return {
    port,
    client,
    /** Requests a list as the member. Returns the milliseconds. */
    timeList: (path = listPath()): Promise<number> => client.time(path, { token }),
    /** Collects garbage, then measures the memory. */
    async readMemory(): Promise<Memory> {
      child.send("memory");
      const [memory] = await once(child, "message");
      return memory as Memory;
    },
    async stop(): Promise<void> {
      client.close();
      await stop();
    },
  };
}

export type Instance = Awaited<ReturnType<typeof startInstance>>;

/** Runs `work` with an instance, and stops the instance afterwards. */
export async function withInstance<T>(
  logbook: Logbook,
  work: (instance: Instance) => Promise<T>,
  kind: "real" | "minimal" = "real",
): Promise<T> {
  const instance = await startInstance(logbook, kind);
  return await work(instance).finally(instance.stop);
}

/** Runs `work` with an instance of the real and one of the minimal function. */
export function withBoth<T>(logbook: Logbook, work: (real: Instance, minimal: Instance) => Promise<T>): Promise<T> {
  return withInstance(logbook, (real) => withInstance(logbook, (minimal) => work(real, minimal), "minimal"));
}

/** Writes the real function's responses to all measured lists into a file, for the minimal function. */
export async function recordResponses(logbook: Logbook): Promise<void> {
  const responses = await withInstance(logbook, async ({ client }) => {
    const recorded: Record<string, object> = {};
    for (const path of Object.values(listPaths(logbook))) {
      const { headers, body } = await client.request(path, { token: logbook.memberToken });
      for (const name of HEADERS_OF_NODE) delete headers[name];
      recorded[path] = { headers, body: body.toString("base64") };
    }
    return recorded;
  });
  mkdirSync(dirname(logbook.responsesFile), { recursive: true });
  writeFileSync(logbook.responsesFile, JSON.stringify(responses));
}
