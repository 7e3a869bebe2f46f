import { latencyRow, type Row } from "../figures/row.ts";
import type { Environment } from "../harness/environment.ts";
import type { Instance } from "../harness/function-process.ts";
import { type InstancePair, warmUp, withInstance } from "./instances.ts";
import { interleave } from "./interleave.ts";
import { type Logbook, listPaths } from "./logbook.ts";

const GOAL_RATIO = 1.25;
const SIZE_GOAL_RATIO = 1.15;

/** Measures the time of each list. The limit is the minimal function's time (`harness/limit.ts`). */
export async function measureListLatency(
  logbook: Logbook,
  { realFunction, minimalFunction }: InstancePair,
  { isQuick }: Environment,
): Promise<Row[]> {
  const rows: Row[] = [];
  for (const [listName, path] of Object.entries(listPaths(logbook))) {
    for (const instance of [realFunction, minimalFunction])
      await warmUp(instance, path, logbook.memberToken, isQuick ? 200 : 500);
    const times = await interleave(
      { real: requestTimer(realFunction, path, logbook), minimal: requestTimer(minimalFunction, path, logbook) },
      { rounds: isQuick ? 300 : 800 },
    );
    const fields = { figure: `list, ${listName}`, reports: logbook.reportCount, goal: GOAL_RATIO };
    rows.push(latencyRow(fields, times.real, times.minimal));
  }
  return rows;
}

/** Measures each list of the large logbook. The limit is the same list of the small logbook. */
export async function measureSizeRatio(small: Logbook, large: Logbook, { isQuick }: Environment): Promise<Row[]> {
  const measure = async (smallApi: Instance, largeApi: Instance): Promise<Row[]> => {
    const rows: Row[] = [];
    for (const [listName, largePath] of Object.entries(listPaths(large))) {
      const smallPath = listPaths(small)[listName]!;
      await warmUp(smallApi, smallPath, small.memberToken, isQuick ? 200 : 500);
      await warmUp(largeApi, largePath, large.memberToken, isQuick ? 200 : 500);
      const times = await interleave(
        { small: requestTimer(smallApi, smallPath, small), large: requestTimer(largeApi, largePath, large) },
        { rounds: isQuick ? 300 : 500 },
      );
      const figure = `list, ${listName} ÷ the same with ${small.reportCount.toLocaleString("en")} reports`;
      rows.push(latencyRow({ figure, reports: large.reportCount, goal: SIZE_GOAL_RATIO }, times.large, times.small));
    }
    return rows;
  };
  return await withInstance(small, (smallApi) => withInstance(large, (largeApi) => measure(smallApi, largeApi)));
}

/** Returns a function that sends a request, expects the status 200, and returns how long the response took. */
function requestTimer({ client }: Instance, path: string, { memberToken: token }: Logbook): () => Promise<number> {
  return () => client.timeRequest(200, path, { token });
}
