import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { type Instance, startFunction } from "../harness/function-process.ts";
import type { HttpClient } from "../harness/http-client.ts";
import { PATHS } from "../harness/modules.ts";
import { recordResponse } from "../harness/recorded-response.ts";
import { type Logbook, listPaths } from "./logbook.ts";

/** Runs `work` with an instance of the real function, and stops the instance afterwards. */
export async function withInstance<T>(logbook: Logbook, work: (instance: Instance) => Promise<T>): Promise<T> {
  const instance = await startFunction(logbook.functionOptions);
  return await work(instance).finally(instance.stop);
}

/** Starts the real function, records its responses, and starts the minimal function (`harness/limit.ts`) with them. */
export async function startInstancePair(logbook: Logbook) {
  const realFunction = await startFunction(logbook.functionOptions);
  const responsesFile = await recordResponses(logbook, realFunction.client);
  // With a file of responses, `startFunction` starts the minimal function.
  const minimalFunction = await startFunction({ ...logbook.functionOptions, responsesFile });
  const stop = async (): Promise<void> => {
    await realFunction.stop();
    await minimalFunction.stop();
  };
  return { realFunction, minimalFunction, stop };
}

export type InstancePair = Awaited<ReturnType<typeof startInstancePair>>;

/** Writes the real function's responses to all measured lists into a file. Returns the file's path. */
export async function recordResponses(logbook: Logbook, client: HttpClient): Promise<string> {
  const responses: [path: string, response: object][] = [];
  // In an empty logbook the list's late page is its first page, so two of the paths are equal.
  for (const path of new Set(Object.values(listPaths(logbook)))) {
    const expectedStatus = 200;
    const { headers, body } = await client.request(expectedStatus, path, { token: logbook.memberToken });
    responses.push([path, recordResponse(headers, body)]);
  }
  const file = join(PATHS.work, `responses-${logbook.reportCount}.json`);
  writeFileSync(file, JSON.stringify(Object.fromEntries(responses)));
  return file;
}

/** Sends the same request `count` times to an instance, so that V8 compiles the code before the measurement. */
export async function warmUp({ client }: Instance, path: string, token: string, count: number): Promise<void> {
  for (let sentCount = 0; sentCount < count; sentCount += 1) await client.request(200, path, { token });
}
