import { plainRow, type Row } from "../figures/row.ts";
import { startCountingProxy } from "../harness/counting-proxy.ts";
import type { ServerEnvironment } from "./environment.ts";
import { startInstance, stopInstances } from "./instances.ts";
import { type Logbook, viewPaths } from "./logbook.ts";

const VIEWS = 100;

/** Counts the reads and queries of one view while no report changes. */
export async function measureFirestoreReads(logbook: Logbook, { firestoreHost }: ServerEnvironment): Promise<Row[]> {
  const { functionOptions, memberToken: token, reports } = logbook;
  const proxy = await startCountingProxy(firestoreHost);
  try {
    const real = await startInstance({
      ...logbook,
      functionOptions: { ...functionOptions, firestoreHost: proxy.host },
    });
    try {
      const paths = Object.values(viewPaths(logbook));
      await real.client.expect(200, paths[0]!, { token });
      proxy.takeCounts();
      for (let view = 0; view < VIEWS; view += 1) await real.client.expect(200, paths[view % paths.length]!, { token });
      const { reads, queries } = proxy.takeCounts();
      return [
        plainRow({ figure: "Firestore reads a view", reports, goal: 2 }, reads / VIEWS, "reads"),
        plainRow({ figure: "Firestore queries a view, nothing changed", reports, goal: 0 }, queries / VIEWS, "queries"),
      ];
    } finally {
      await stopInstances([real]);
    }
  } finally {
    await proxy.close();
  }
}
