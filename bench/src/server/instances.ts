import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { type FunctionProcess, startFunction } from "../harness/function-process.ts";
import { createHttpClient, type HttpClient } from "../harness/http-client.ts";
import { PATHS } from "../harness/modules.ts";
import { recordResponse } from "../harness/recorded-response.ts";
import { type Logbook, viewPaths } from "./logbook.ts";

export interface Instance {
  functionProcess: FunctionProcess;
  client: HttpClient;
}

export interface InstancePair {
  real: Instance;
  limit: Instance;
  stop(): Promise<void>;
}

export async function startInstance(logbook: Logbook): Promise<Instance> {
  const functionProcess = await startFunction(logbook.functionOptions);
  return { functionProcess, client: createHttpClient(`127.0.0.1:${functionProcess.port}`) };
}

export async function withInstance<T>(logbook: Logbook, work: (instance: Instance) => Promise<T>): Promise<T> {
  const instance = await startInstance(logbook);
  return await work(instance).finally(() => stopInstances([instance]));
}

/** Starts the real function, records its responses, and starts the limit with them. */
export async function startInstancePair(logbook: Logbook): Promise<InstancePair> {
  const real = await startInstance(logbook);
  const responsesFile = await recordResponses(logbook, real.client);
  const limit = await startInstance({ ...logbook, functionOptions: { ...logbook.functionOptions, responsesFile } });
  return { real, limit, stop: () => stopInstances([real, limit]) };
}

export async function stopInstances(instances: readonly Instance[]): Promise<void> {
  for (const { functionProcess, client } of instances) {
    client.close();
    await functionProcess.stop();
  }
}

/** Writes the real function's responses to all views into a file. Returns its path. */
export async function recordResponses(logbook: Logbook, client: HttpClient): Promise<string> {
  const recorded: [path: string, response: object][] = [];
  for (const path of new Set(Object.values(viewPaths(logbook)))) {
    const { headers, body } = await client.expect(200, path, { token: logbook.memberToken });
    recorded.push([path, recordResponse(headers, body)]);
  }
  const file = join(PATHS.work, `responses-${logbook.reports}.json`);
  writeFileSync(file, JSON.stringify(Object.fromEntries(recorded)));
  return file;
}

/** Sends the request `times` times to each instance, so that V8 has compiled the code. */
export async function warmUp(
  instances: readonly Instance[],
  path: string,
  token: string,
  times: number,
): Promise<void> {
  for (const { client } of instances)
    for (let count = 0; count < times; count += 1) await client.expect(200, path, { token });
}
