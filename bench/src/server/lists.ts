import { interleave } from "../figures/interleave.ts";
import { median } from "../figures/numbers.ts";
import { newRow, type Row } from "../figures/rows.ts";
import { type Instance, withInstance } from "./instance.ts";
import { type Logbook, listPaths } from "./logbook.ts";

/** An instance, and the logbook that it serves. */
interface ServedLogbook {
  logbook: Logbook;
  instance: Instance;
}

/** Measures the time of each list. The limit is the minimal function's time (`harness/limit.js`). */
export function measureLists(logbook: Logbook, real: Instance, minimal: Instance): Promise<Row[]> {
  return compareLists({ logbook, instance: real }, { logbook, instance: minimal }, { goal: 1.25, suffix: "" });
}

/** Measures each list of the large logbook. The limit is the same list of the small logbook. */
export function measureSizeRatio(small: Logbook, large: Logbook): Promise<Row[]> {
  const suffix = ` ÷ the same with ${small.reportCount.toLocaleString("en")} reports`;
  return withInstance(small, (smallInstance) =>
    withInstance(large, (largeInstance) =>
      compareLists(
        { logbook: large, instance: largeInstance },
        { logbook: small, instance: smallInstance },
        { goal: 1.15, suffix },
      ),
    ),
  );
}

async function compareLists(
  measured: ServedLogbook,
  limit: ServedLogbook,
  { goal, suffix }: { goal: number; suffix: string },
): Promise<Row[]> {
  const { isQuick, reportCount: reports } = measured.logbook;
  const limitPaths = listPaths(limit.logbook);
  const rows: Row[] = [];
  for (const [listName, path] of Object.entries(listPaths(measured.logbook))) {
    const times = await interleave(
      {
        measured: () => measured.instance.timeList(path),
        limit: () => limit.instance.timeList(limitPaths[listName]),
      },
      // In the warm-up rounds V8 compiles the code.
      { rounds: isQuick ? 300 : 800, warmUpRounds: isQuick ? 200 : 500 },
    );
    const figure = `list, ${listName}${suffix}`;
    rows.push(newRow({ figure, reports, value: median(times.measured), limit: median(times.limit), goal }));
  }
  return rows;
}
