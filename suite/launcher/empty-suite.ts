import { type Note, withStep } from "../command-line/progress.mjs";
import { parseEngine, provideEngine } from "../engines/engine.ts";
import { buildIfChanged } from "./build.ts";
import { findFreePorts, type Ports } from "./ports.ts";
import { cleanUpKilledSuites } from "./running-suites.ts";
import { ALL_SERVICES, type Suite, startSuite } from "./suite.ts";

export interface EmptySuite extends Suite {
  ports: Ports;
  engine: string;
}

interface EmptySuiteOptions {
  /** The purpose of the suite, such as "the tests". */
  name: string;
  projectId: string;
  page: "built" | "placeholder";
  /** Whether to start Auth, Firestore and Storage only. */
  storesOnly: boolean;
}

/** Starts an empty suite on free ports. First it cleans up after killed suites and builds what has changed. */
export async function startEmptySuite(stopSignal: AbortSignal, options: EmptySuiteOptions): Promise<EmptySuite> {
  const [suite] = await startEmptySuites(stopSignal, options, 1);
  return suite!;
}

/** Starts `count` independent suites. If one cannot be started, stops the others and throws the error. */
export async function startEmptySuites(
  stopSignal: AbortSignal,
  { name, projectId, page, storesOnly }: EmptySuiteOptions,
  count: number,
): Promise<EmptySuite[]> {
  await cleanUpKilledSuites();
  const engine = await provideEngine(parseEngine(process.env.LOGBOOK_ENGINE));
  if (page === "built") await buildIfChanged();
  const countText = count === 1 ? "" : `, ${count} times`;
  const startOnFreePorts = async (note: Note): Promise<EmptySuite> => {
    const ports = await findFreePorts();
    const services = storesOnly ? (["auth", "firestore", "storage"] as const) : ALL_SERVICES;
    const suite = await startSuite({ projectId, ports, engine, services, page, stopSignal, note });
    return { ...suite, ports, engine: engine.kind };
  };
  return await withStep(`Starting the emulators for ${name} (${engine.kind}${countText})`, async (note) => {
    const startResults = await Promise.allSettled(Array.from({ length: count }, () => startOnFreePorts(note)));
    const suites = startResults.flatMap((result) => (result.status === "fulfilled" ? [result.value] : []));
    const failedStart = startResults.find((result) => result.status === "rejected");
    if (failedStart === undefined) return suites;
    await Promise.all(suites.map((suite) => suite.stop()));
    throw failedStart.reason;
  });
}
