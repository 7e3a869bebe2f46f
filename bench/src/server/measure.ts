import type { Row } from "../row.ts";
import { prepareModules } from "../served/prepare.ts";
import { startTokenIssuer, type TokenIssuer } from "../served/tokens.ts";
import { measureAfterWrite } from "./after-write.ts";
import { measureColdStart } from "./cold.ts";
import { fill } from "./fill.ts";
import { measureMemory } from "./memory.ts";
import { startPair } from "./pair.ts";
import { measureReads } from "./reads.ts";
import { measureSearch } from "./search.ts";
import { measureThroughput } from "./throughput.ts";
import { measureGrowth, measureViews } from "./views.ts";
import { type Logbook, logbookOf, type ServerWorld } from "./world.ts";
import { measureWrites } from "./writes.ts";

/** All figures of the API, as the table lists them. */
export async function measureServer(world: ServerWorld): Promise<Row[]> {
  prepareModules();
  const issuer = await startTokenIssuer();
  try {
    return await measureAll(world, issuer);
  } finally {
    await issuer.close();
  }
}

async function measureAll(world: ServerWorld, issuer: TokenIssuer): Promise<Row[]> {
  const { note } = world;
  const empty = logbookOf(0, world, issuer);
  const logbooks = world.sizes.map((reports) => logbookOf(reports, world, issuer));
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
    const pair = await startPair(logbook);
    try {
      return [
        ...(await measureViews(logbook, pair, world)),
        ...(await measureSearch(logbook, pair.real, world)),
        await measureThroughput(logbook, pair, world),
      ];
    } finally {
      await pair.stop();
    }
  });
  const [small, large] = [logbooks[0]!, logbooks.at(-1)!];
  note("list, largest over smallest");
  const growth = small === large ? [] : await measureGrowth(small, large, world);
  const reads = await each("Firestore reads", logbooks, (logbook) => measureReads(logbook, world));
  const starts = await each("cold start", [empty, ...logbooks], async (logbook) => [
    await measureColdStart(logbook, world),
  ]);
  note("memory");
  const memory = await measureMemory(empty, logbooks, world);
  // Last, since they change the logbooks.
  const writes = await each("writes", logbooks, (logbook) => measureWrites(logbook, world));
  const afterWrites = await each("list after a write", logbooks, (logbook) => measureAfterWrite(logbook, world));
  return [...lists, ...growth, ...reads, ...writes, ...memory, ...starts, ...afterWrites];
}
