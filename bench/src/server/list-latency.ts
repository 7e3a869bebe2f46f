import type { Row } from "../row.ts";
import { latencyRows } from "../rows.ts";
import { interleave } from "./interleave.ts";
import { type InstancePair, type Instance, startInstance, stopInstances, warmUp } from "./instances.ts";
import { type Logbook, type ServerEnvironment, viewPaths } from "./logbook.ts";

const GOAL = 1.25;
const GOAL_OVER_SMALLEST = 1.15;

/** The list's views over the limit, one request at a time. */
export async function measureListLatency(logbook: Logbook, { real, limit }: InstancePair, { quick }: ServerEnvironment): Promise<Row[]> {
  const rows: Row[] = [];
  for (const [view, address] of Object.entries(viewPaths(logbook))) {
    await warmUp([real, limit], address, logbook.memberToken, quick ? 200 : 500);
    const times = await interleave(
      { real: timed(real, address, logbook), limit: timed(limit, address, logbook) },
      { rounds: quick ? 300 : 800 },
    );
    rows.push(
      ...latencyRows({ figure: `list, ${view}`, reports: logbook.reports, goal: GOAL }, times.real, times.limit),
    );
  }
  return rows;
}

/** The views of the largest logbook over those of the smallest. */
export async function measureSizeRatio(small: Logbook, large: Logbook, { quick }: ServerEnvironment): Promise<Row[]> {
  const instances = [await startInstance(small), await startInstance(large)] as const;
  const rows: Row[] = [];
  try {
    const ofSmall = viewPaths(small);
    for (const [view, address] of Object.entries(viewPaths(large)) as [keyof typeof ofSmall, string][]) {
      await warmUp([instances[0]], ofSmall[view], small.memberToken, quick ? 200 : 500);
      await warmUp([instances[1]], address, large.memberToken, quick ? 200 : 500);
      const times = await interleave(
        { small: timed(instances[0], ofSmall[view], small), large: timed(instances[1], address, large) },
        { rounds: quick ? 300 : 500 },
      );
      const figure = `list, ${view}, over the same at ${small.reports.toLocaleString("en")}`;
      rows.push(
        latencyRows({ figure, reports: large.reports, goal: GOAL_OVER_SMALLEST }, times.large, times.small)[0]!,
      );
    }
  } finally {
    await stopInstances(instances);
  }
  return rows;
}

function timed({ client }: Instance, address: string, { memberToken: token }: Logbook): () => Promise<number> {
  return async () => (await client.expect(200, address, { token })).ms;
}
