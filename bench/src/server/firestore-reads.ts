import { newRow, type Row } from "../figures/row.ts";
import { startCountingProxy } from "../harness/counting-proxy.ts";
import type { Environment } from "../harness/environment.ts";
import type { Instance } from "../harness/function-process.ts";
import { withInstance } from "./instances.ts";
import { type Logbook, listPaths } from "./logbook.ts";

const REQUEST_COUNT = 100;

/** Counts the documents that the function reads, and the queries that it makes, for a list while no report changes. */
export async function measureFirestoreReads(logbook: Logbook, { firestoreHost }: Environment): Promise<Row[]> {
  const { functionOptions, memberToken: token, reportCount: reports } = logbook;
  const proxy = await startCountingProxy(firestoreHost);
  const proxiedLogbook = { ...logbook, functionOptions: { ...functionOptions, firestoreHost: proxy.host } };
  const paths = Object.values(listPaths(logbook));
  const measure = async ({ client }: Instance): Promise<Row[]> => {
    // The first request does not count, because the function then reads the whole board.
    await client.request(200, paths[0]!, { token });
    proxy.takeCounts();
    for (let index = 0; index < REQUEST_COUNT; index += 1)
      await client.request(200, paths[index % paths.length]!, { token });
    const { reads, queries } = proxy.takeCounts();
    // The two wanted reads are the caller's member document and the board; the reports come from memory.
    return [
      newRow({ figure: "Firestore reads a view", reports, value: reads / REQUEST_COUNT, unit: "reads", goal: 2 }),
      newRow({
        figure: "Firestore queries a view, nothing changed",
        reports,
        value: queries / REQUEST_COUNT,
        unit: "queries",
        goal: 0,
      }),
    ];
  };
  return await withInstance(proxiedLogbook, measure).finally(() => proxy.close());
}
