import { type Note, withStep } from "../command-line/progress.mjs";
import { parseEngine, provideEngine } from "../engines/engine.ts";
import { buildIfChanged } from "./build.ts";
import { freePorts, type Ports } from "./ports.ts";
import { cleanUpKilledSuites } from "./running-suites.ts";
import { ALL_SERVICES, type Suite, startSuite } from "./suite.ts";

export interface EmptySuite extends Suite {
  ports: Ports;
  engine: string;
}

interface Purpose {
  /** The purpose of the suite in words, such as "the tests". */
  name: string;
  projectId: string;
  page: "built" | "placeholder";
  /** Whether to start Auth, Firestore and Storage only. */
  storesOnly: boolean;
}

/** Starts an empty suite on free ports. First it cleans up after killed suites and builds what has changed. */
export async function startEmptySuite(stopSignal: AbortSignal, purpose: Purpose): Promise<EmptySuite> {
  const [suite] = await startEmptySuites(stopSignal, purpose, 1);
  return suite!;
}

/** Starts `count` independent suites. If one cannot be started, none is left running. */
export async function startEmptySuites(
  stopSignal: AbortSignal,
  { name, projectId, page, storesOnly }: Purpose,
  count: number,
): Promise<EmptySuite[]> {
  await cleanUpKilledSuites(() => console.log("Waiting for a suite that is still stopping…"));
  const engine = await provideEngine(parseEngine(process.env.LOGBOOK_ENGINE));
  if (page === "built") await buildIfChanged();
  const times = count === 1 ? "" : `, ${count} times`;
  const start = async (note: Note): Promise<EmptySuite> => {
    const ports = await freePorts();
    const services = storesOnly ? (["auth", "firestore", "storage"] as const) : ALL_SERVICES;
    const suite = await startSuite({ projectId, ports, engine, services, page, stopSignal, note });
    return { ...suite, ports, engine: engine.kind };
  };
  return await withStep(`Starting the emulators for ${name} (${engine.kind}${times})`, async (note) => {
    const starts = await Promise.allSettled(Array.from({ length: count }, () => start(note)));
    const suites = starts.flatMap((result) => (result.status === "fulfilled" ? [result.value] : []));
    const failedStart = starts.find((result) => result.status === "rejected");
    if (failedStart === undefined) return suites;
    await Promise.all(suites.map((suite) => suite.stop()));
    throw failedStart.reason;
  });
}
