import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { type Instance, startFunction } from "../harness/function-process.ts";
import type { HttpClient } from "../harness/http-client.ts";
import { PATHS } from "../harness/modules.ts";
import { recordResponse } from "../harness/recorded-response.ts";
import { type Logbook, viewPaths } from "./logbook.ts";

/** Runs `work` with an instance of the real function, and stops the instance afterwards. */
export async function withInstance<T>(
  { functionOptions }: Logbook,
  work: (instance: Instance) => Promise<T>,
): Promise<T> {
  const instance = await startFunction(functionOptions);
  return await work(instance).finally(instance.stop);
}

/** Starts the real function, records its responses, and starts the limit with them. */
export async function startInstancePair(logbook: Logbook) {
  const real = await startFunction(logbook.functionOptions);
  const responsesFile = await recordResponses(logbook, real.client);
  const limit = await startFunction({ ...logbook.functionOptions, responsesFile });
  const stop = async (): Promise<void> => {
    await real.stop();
    await limit.stop();
  };
  return { real, limit, stop };
}

export type InstancePair = Awaited<ReturnType<typeof startInstancePair>>;

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

/** Sends the same request `count` times to an instance, so that V8 compiles the code before the measurement. */
export async function warmUp({ client }: Instance, path: string, token: string, count: number): Promise<void> {
  for (let sent = 0; sent < count; sent += 1) await client.expect(200, path, { token });
}
