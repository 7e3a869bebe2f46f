import type { Row } from "../row.ts";
import { plainRow } from "../rows.ts";
import { startCountingProxy } from "../served/counting-proxy.ts";
import { startReal, stopAll } from "./pair.ts";
import { type Logbook, type ServerWorld, viewsOf } from "./world.ts";

const VIEWS = 100;

/** What one view asks of Firestore while nothing changes, counted between the function and Firestore. */
export async function measureReads(logbook: Logbook, { firestoreHost }: ServerWorld): Promise<Row[]> {
  const { memberToken: token, reports } = logbook;
  const proxy = await startCountingProxy(firestoreHost);
  try {
    const real = await startReal({ ...logbook, serving: { ...logbook.serving, firestoreHost: proxy.host } });
    try {
      const addresses = Object.values(viewsOf(logbook));
      await real.client.expect(200, addresses[0]!, { token });
      proxy.take();
      for (let at = 0; at < VIEWS; at += 1) await real.client.expect(200, addresses[at % addresses.length]!, { token });
      const { reads, queries } = proxy.take();
      return [
        plainRow({ figure: "Firestore reads a view", reports, goal: 2 }, reads / VIEWS, "reads"),
        plainRow({ figure: "Firestore queries a view, nothing changed", reports, goal: 0 }, queries / VIEWS, "queries"),
      ];
    } finally {
      await stopAll([real]);
    }
  } finally {
    await proxy.close();
  }
}
