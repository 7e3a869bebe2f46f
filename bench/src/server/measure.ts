import type { Row } from "../row.ts";
import { writeModules } from "../harness/modules.ts";
import { startTokenIssuer, type TokenIssuer } from "../harness/id-tokens.ts";
import { measureAfterWrite } from "./after-write.ts";
import { measureColdStart } from "./cold-start.ts";
import { fill } from "./seed-logbook.ts";
import { measureMemory } from "./memory.ts";
import { startInstancePair } from "./instances.ts";
import { measureFirestoreReads } from "./firestore-reads.ts";
import { measureSearch } from "./search.ts";
import { measureThroughput } from "./throughput.ts";
import { measureSizeRatio, measureListLatency } from "./list-latency.ts";
import { type Logbook, defineLogbook, type ServerEnvironment } from "./logbook.ts";
import { measureWrites } from "./writes.ts";

/** All figures of the API, as the table lists them. */
export async function measureServer(environment: ServerEnvironment): Promise<Row[]> {
  writeModules();
  const issuer = await startTokenIssuer();
  try {
    return await measureAll(environment, issuer);
  } finally {
    await issuer.close();
  }
}

async function measureAll(environment: ServerEnvironment, issuer: TokenIssuer): Promise<Row[]> {
  const { note } = environment;
  const empty = defineLogbook(0, environment, issuer);
  const logbooks = environment.sizes.map((reports) => defineLogbook(reports, environment, issuer));
  for (const logbook of [empty, ...logbooks]) {
    note(`filling a logbook with ${logbook.reports.toLocaleString("en")} reports`);
    await fill(logbook, note);
  }

  const each = async (what: string, of: readonly Logbook[], measure: (logbook: Logbook) => Promise<Row[]>) => {
    const rows: Row[] = [];
    for (const logbook of of) {
      note(`${what}, ${logbook.reports.toLocaleString("en")} reports`);
      rows.push(...(await measure(logbook)));
    }
    return rows;
  };

  const lists = await each("list, search, requests a second", logbooks, async (logbook) => {
    const pair = await startInstancePair(logbook);
    try {
      return [
        ...(await measureListLatency(logbook, pair, environment)),
        ...(await measureSearch(logbook, pair.real, environment)),
        await measureThroughput(logbook, pair, environment),
      ];
    } finally {
      await pair.stop();
    }
  });
  const [small, large] = [logbooks[0]!, logbooks.at(-1)!];
  note("list, largest over smallest");
  const growth = small === large ? [] : await measureSizeRatio(small, large, environment);
  const reads = await each("Firestore reads", logbooks, (logbook) => measureFirestoreReads(logbook, environment));
  const starts = await each("cold start", [empty, ...logbooks], async (logbook) => [
    await measureColdStart(logbook, environment),
  ]);
  note("memory");
  const memory = await measureMemory(empty, logbooks, environment);
  // Last, since they change the logbooks.
  const writes = await each("writes", logbooks, (logbook) => measureWrites(logbook, environment));
  const afterWrites = await each("list after a write", logbooks, (logbook) => measureAfterWrite(logbook, environment));
  return [...lists, ...growth, ...reads, ...writes, ...memory, ...starts, ...afterWrites];
}
