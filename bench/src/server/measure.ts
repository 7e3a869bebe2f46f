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
  try {
    return await measureAll(environment, issuer);
  } finally {
    await issuer.close();
  }
}

async function measureAll(environment: Environment, issuer: TokenIssuer): Promise<Row[]> {
  const { log } = environment;
  const empty = defineLogbook(0, environment, issuer);
  const logbooks = environment.sizes.map((reports) => defineLogbook(reports, environment, issuer));
  for (const logbook of [empty, ...logbooks]) {
    log(`writing ${logbook.reports.toLocaleString("en")} reports`);
    await seedLogbook(logbook, log);
  }

  const measureIn = async (name: string, books: readonly Logbook[], measure: (logbook: Logbook) => Promise<Row[]>) => {
    const rows: Row[] = [];
    for (const logbook of books) {
      log(`${name}, ${logbook.reports.toLocaleString("en")} reports`);
      rows.push(...(await measure(logbook)));
    }
    return rows;
  };

  const lists = await measureIn("list, search, requests a second", logbooks, (logbook) =>
    measureLists(logbook, environment),
  );
  log("list, largest ÷ smallest");
  const sizeRatio = await measureSizeRatio(logbooks[0]!, logbooks.at(-1)!, environment);
  const reads = await measureIn("Firestore reads", logbooks, (logbook) => measureFirestoreReads(logbook, environment));
  const starts = await measureIn("cold start", [empty, ...logbooks], async (logbook) => [
    await measureColdStart(logbook, environment),
  ]);
  log("memory");
  const memory = await measureMemory(empty, logbooks, environment);
  // The writes come last, because they change the logbooks.
  const writes = await measureIn("writes", logbooks, (logbook) => measureWrites(logbook, environment));
  const afterWrites = await measureIn("list after a write", logbooks, async (logbook) => [
    await measureAfterWrite(logbook, environment),
  ]);
  return [...lists, ...sizeRatio, ...reads, ...writes, ...memory, ...starts, ...afterWrites];
}

async function measureLists(logbook: Logbook, environment: Environment): Promise<Row[]> {
  const pair = await startInstancePair(logbook);
  try {
    return [
      ...(await measureListLatency(logbook, pair, environment)),
      ...(await measureSearch(logbook, pair.real, environment)),
      ...(await measureSimilar(logbook, pair.real, environment)),
      await measureThroughput(logbook, pair, environment),
    ];
  } finally {
    await pair.stop();
  }
}
