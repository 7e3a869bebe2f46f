import { type Row, row } from "../figures/row.ts";
import { startCountingProxy } from "../harness/counting-proxy.ts";
import type { Environment } from "../harness/environment.ts";
import type { Instance } from "../harness/function-process.ts";
import { withInstance } from "./instances.ts";
import { type Logbook, viewPaths } from "./logbook.ts";

const VIEW_COUNT = 100;

/** Counts the reads and queries in Firestore for one list request while no report changes. */
export async function measureFirestoreReads(logbook: Logbook, { firestoreHost }: Environment): Promise<Row[]> {
  const { functionOptions, memberToken: token, reports } = logbook;
  const proxy = await startCountingProxy(firestoreHost);
  const proxiedLogbook = { ...logbook, functionOptions: { ...functionOptions, firestoreHost: proxy.host } };
  const paths = Object.values(viewPaths(logbook));
  const countViews = async ({ client }: Instance): Promise<Row[]> => {
    await client.expect(200, paths[0]!, { token });
    proxy.takeCounts();
    for (let view = 0; view < VIEW_COUNT; view += 1) await client.expect(200, paths[view % paths.length]!, { token });
    const { reads, queries } = proxy.takeCounts();
    return [
      row({ figure: "Firestore reads a view", reports, value: reads / VIEW_COUNT, unit: "reads", goal: 2 }),
      row({
        figure: "Firestore queries a view, nothing changed",
        reports,
        value: queries / VIEW_COUNT,
        unit: "queries",
        goal: 0,
      }),
    ];
  };
  return await withInstance(proxiedLogbook, countViews).finally(() => proxy.close());
}
