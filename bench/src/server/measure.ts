import type { Row } from "../figures/rows.ts";
import type { Environment } from "../harness/environment.ts";
import { startTokenIssuer, type TokenIssuer } from "../harness/id-tokens.ts";
import { measureColdStart } from "./cold-start.ts";
import { measureFirestoreReads } from "./firestore-reads.ts";
import { recordResponses, withBoth } from "./instance.ts";
import { measureLists, measureSizeRatio } from "./lists.ts";
import { measureMemory, measureThroughput } from "./load.ts";
import { defineLogbook, type Logbook, seedLogbook } from "./logbook.ts";
import { measureSearch, measureSimilar } from "./search.ts";
import { measureWrites } from "./writes.ts";

export async function measureServer(environment: Environment): Promise<Row[]> {
  const issuer = await startTokenIssuer();
  return await measureAll(environment, issuer).finally(issuer.close);
}

async function measureAll(environment: Environment, issuer: TokenIssuer): Promise<Row[]> {
  const { log, reportCounts } = environment;
  const emptyLogbook = defineLogbook(0, environment, issuer);
  const logbooks = reportCounts.map((reportCount) => defineLogbook(reportCount, environment, issuer));
  const measureEach = async (
    measuredLogbooks: readonly Logbook[],
    description: string,
    measure: (logbook: Logbook) => Promise<Row[]>,
  ): Promise<Row[]> => {
    const rows: Row[] = [];
    for (const logbook of measuredLogbooks) {
      log(`${description}, ${logbook.reportCount.toLocaleString("en")} reports`);
      rows.push(...(await measure(logbook)));
    }
    return rows;
  };

  await measureEach([emptyLogbook, ...logbooks], "writing", async (logbook) => {
    await seedLogbook(logbook);
    await recordResponses(logbook);
    return [];
  });
  const lists = await measureEach(logbooks, "list, search, requests a second", (logbook) =>
    withBoth(logbook, async (real, minimal) => [
      ...(await measureLists(logbook, real, minimal)),
      ...(await measureSearch(logbook, real)),
      ...(await measureSimilar(logbook, real)),
      ...(await measureThroughput(logbook, real, minimal)),
    ]),
  );
  log("list, largest ÷ smallest");
  const sizeRatios = await measureSizeRatio(logbooks[0]!, logbooks.at(-1)!);
  const reads = await measureEach(logbooks, "Firestore reads", measureFirestoreReads);
  const coldStarts = await measureEach([emptyLogbook, ...logbooks], "cold start", measureColdStart);
  log("memory");
  const memory = await measureMemory(emptyLogbook, logbooks);
  // The writes come last, because they change the logbooks.
  const writes = await measureEach(logbooks, "writes", measureWrites);
  return [...lists, ...sizeRatios, ...reads, ...writes, ...memory, ...coldStarts];
}
