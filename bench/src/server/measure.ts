import type { Row } from "../figures/row.ts";
import type { Environment } from "../harness/environment.ts";
import { startTokenIssuer, type TokenIssuer } from "../harness/id-tokens.ts";
import { writeModules } from "../harness/modules.ts";
import { measureAfterWrite } from "./after-write.ts";
import { measureColdStart } from "./cold-start.ts";
import { measureFirestoreReads } from "./firestore-reads.ts";
import { startInstancePair } from "./instances.ts";
import { measureListLatency, measureSizeRatio } from "./list-latency.ts";
import { defineLogbook, type Logbook, seedLogbook } from "./logbook.ts";
import { measureMemory } from "./memory.ts";
import { measureSearch } from "./search.ts";
import { measureSimilar } from "./similar.ts";
import { measureThroughput } from "./throughput.ts";
import { measureWrites } from "./writes.ts";

export async function measureServer(environment: Environment): Promise<Row[]> {
  writeModules();
  const issuer = await startTokenIssuer();
  return await measureAll(environment, issuer).finally(issuer.close);
}

async function measureAll(environment: Environment, issuer: TokenIssuer): Promise<Row[]> {
  const { log } = environment;
  const emptyLogbook = defineLogbook(0, environment, issuer);
  const logbooks = environment.reportCounts.map((reportCount) => defineLogbook(reportCount, environment, issuer));
  for (const logbook of [emptyLogbook, ...logbooks]) {
    log(`writing ${logbook.reportCount.toLocaleString("en")} reports`);
    await seedLogbook(logbook, log);
  }

  const measureEach = async (
    measuredLogbooks: readonly Logbook[],
    description: string,
    measure: (logbook: Logbook, environment: Environment) => Promise<Row[]>,
  ): Promise<Row[]> => {
    const rows: Row[] = [];
    for (const logbook of measuredLogbooks) {
      log(`${description}, ${logbook.reportCount.toLocaleString("en")} reports`);
      rows.push(...(await measure(logbook, environment)));
    }
    return rows;
  };

  const lists = await measureEach(logbooks, "list, search, requests a second", measureLists);
  // The report counts are in ascending order.
  log("list, largest ÷ smallest");
  const sizeRatios = await measureSizeRatio(logbooks[0]!, logbooks.at(-1)!, environment);
  const reads = await measureEach(logbooks, "Firestore reads", measureFirestoreReads);
  const coldStarts = await measureEach([emptyLogbook, ...logbooks], "cold start", measureColdStart);
  log("memory");
  const memory = await measureMemory(emptyLogbook, logbooks, environment);
  // The writes come last, because they change the logbooks.
  const writes = await measureEach(logbooks, "writes", measureWrites);
  const listsAfterWrites = await measureEach(logbooks, "list after a write", measureAfterWrite);
  return [...lists, ...sizeRatios, ...reads, ...writes, ...memory, ...coldStarts, ...listsAfterWrites];
}

async function measureLists(logbook: Logbook, environment: Environment): Promise<Row[]> {
  const pair = await startInstancePair(logbook);
  try {
    return [
      ...(await measureListLatency(logbook, pair, environment)),
      ...(await measureSearch(logbook, pair.realFunction, environment)),
      ...(await measureSimilar(logbook, pair.realFunction, environment)),
      await measureThroughput(logbook, pair, environment),
    ];
  } finally {
    await pair.stop();
  }
}
