import type { Row } from "../row.ts";
import { latencyRows } from "../rows.ts";
import { client } from "../harness/http-client.ts";
import { type FunctionOptions, serve } from "../harness/function-process.ts";
import { interleave } from "./interleave.ts";
import { recordResponses, startInstance, stopInstances } from "./instances.ts";
import { type Logbook, listPath, type ServerEnvironment } from "./logbook.ts";

const GOALS: Record<number, number> = { 0: 1.2, 10000: 1.5, 100000: 4 };

/** From starting a process to the last byte of its first list, over the limit's. */
export async function measureColdStart(logbook: Logbook, { quick }: ServerEnvironment): Promise<Row> {
  const { functionOptions, reports, memberToken } = logbook;
  const once = await startInstance(logbook);
  const answers = await recordResponses(logbook, once.client).finally(() => stopInstances([once]));
  const times = await interleave(
    {
      real: () => firstAnswer(functionOptions, memberToken),
      limit: () => firstAnswer({ ...functionOptions, answers }, memberToken),
    },
    { rounds: quick ? 3 : 5 },
  );
  return latencyRows({ figure: "cold start", reports, goal: GOALS[reports] ?? null }, times.real, times.limit)[0]!;
}

async function firstAnswer(functionOptions: FunctionOptions, token: string): Promise<number> {
  const began = performance.now();
  const functionProcess = await serve(functionOptions);
  const connection = client(`127.0.0.1:${functionProcess.port}`);
  try {
    await connection.expect(200, listPath(), { token });
    return performance.now() - began;
  } finally {
    connection.close();
    await functionProcess.stop();
  }
}
