import type { Row } from "../row.ts";
import { latencyRows } from "../rows.ts";
import { client } from "../served/client.ts";
import { type Serving, serve } from "../served/serve.ts";
import { interleave } from "./interleave.ts";
import { keepAnswers, startReal, stopAll } from "./pair.ts";
import { type Logbook, listAddress, type ServerWorld } from "./world.ts";

const GOALS: Record<number, number> = { 0: 1.2, 10000: 1.5, 100000: 4 };

/** From starting a process to the last byte of its first list, over the limit's. */
export async function measureColdStart(logbook: Logbook, { quick }: ServerWorld): Promise<Row> {
  const { serving, reports, memberToken } = logbook;
  const once = await startReal(logbook);
  const answers = await keepAnswers(logbook, once.client).finally(() => stopAll([once]));
  const times = await interleave(
    {
      real: () => firstAnswer(serving, memberToken),
      limit: () => firstAnswer({ ...serving, answers }, memberToken),
    },
    { rounds: quick ? 3 : 5 },
  );
  return latencyRows({ figure: "cold start", reports, goal: GOALS[reports] ?? null }, times.real, times.limit)[0]!;
}

async function firstAnswer(serving: Serving, token: string): Promise<number> {
  const began = performance.now();
  const served = await serve(serving);
  const connection = client(`127.0.0.1:${served.port}`);
  try {
    await connection.expect(200, listAddress(), { token });
    return performance.now() - began;
  } finally {
    connection.close();
    await served.stop();
  }
}
