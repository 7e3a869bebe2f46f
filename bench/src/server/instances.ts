import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { recordResponse } from "../harness/recorded-response.ts";
import { type Client, client } from "../harness/http-client.ts";
import { PATHS } from "../harness/modules.ts";
import { type FunctionProcess, serve } from "../harness/function-process.ts";
import { type Logbook, viewPaths } from "./logbook.ts";

/** A functionProcess function and a connection to it. */
export interface Instance {
  functionProcess: FunctionProcess;
  client: Client;
}

/** The real function of a logbook beside its limit. */
export interface InstancePair {
  real: Instance;
  limit: Instance;
  stop(): Promise<void>;
}

/** Serves the real function. */
export async function startInstance(logbook: Logbook): Promise<Instance> {
  const functionProcess = await serve(logbook.functionOptions);
  return { functionProcess, client: client(`127.0.0.1:${functionProcess.port}`) };
}

/** Serves the real function, keeps what it answers to each view, and serves the limit with that. */
export async function startInstancePair(logbook: Logbook): Promise<InstancePair> {
  const real = await startInstance(logbook);
  const answers = await recordResponses(logbook, real.client);
  const functionProcess = await serve({ ...logbook.functionOptions, answers });
  const limit = { functionProcess, client: client(`127.0.0.1:${functionProcess.port}`) };
  return { real, limit, stop: () => stopInstances([real, limit]) };
}

export async function stopInstances(instances: readonly Instance[]): Promise<void> {
  for (const { functionProcess, client } of instances) {
    client.close();
    await functionProcess.stop();
  }
}

/** Writes what the real function answers to each view into a file, and gives its path. */
export async function recordResponses(logbook: Logbook, real: Client): Promise<string> {
  const kept = [];
  for (const address of new Set(Object.values(viewPaths(logbook)))) {
    const { headers, body } = await real.expect(200, address, { token: logbook.memberToken });
    kept.push([address, recordResponse(headers, body)] as const);
  }
  const file = join(PATHS.work, `answers-${logbook.reports}.json`);
  writeFileSync(file, JSON.stringify(Object.fromEntries(kept)));
  return file;
}

/** Asks each of them this often, so that what runs often is compiled. */
export async function warmUp(instances: readonly Instance[], address: string, token: string, times: number): Promise<void> {
  for (const { client } of instances) for (let at = 0; at < times; at += 1) await client.expect(200, address, { token });
}
