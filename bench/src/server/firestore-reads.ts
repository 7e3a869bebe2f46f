import type { Row } from "../row.ts";
import { plainRow } from "../rows.ts";
import { startCountingProxy } from "../harness/counting-proxy.ts";
import { startInstance, stopInstances } from "./instances.ts";
import { type Logbook, type ServerEnvironment, viewPaths } from "./logbook.ts";

const VIEWS = 100;

/** What one view asks of Firestore while nothing changes, counted between the function and Firestore. */
export async function measureFirestoreReads(logbook: Logbook, { firestoreHost }: ServerEnvironment): Promise<Row[]> {
  const { memberToken: token, reports } = logbook;
  const proxy = await startCountingProxy(firestoreHost);
  try {
    const real = await startInstance({ ...logbook, functionOptions: { ...logbook.functionOptions, firestoreHost: proxy.host } });
    try {
      const addresses = Object.values(viewPaths(logbook));
      await real.client.expect(200, addresses[0]!, { token });
      proxy.take();
      for (let at = 0; at < VIEWS; at += 1) await real.client.expect(200, addresses[at % addresses.length]!, { token });
      const { reads, queries } = proxy.take();
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
