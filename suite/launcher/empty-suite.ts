import { startStep } from "../command-line/progress.mjs";
import { parseEngine, provideEngine } from "../engines/engine.ts";
import { buildIfChanged } from "./build.ts";
import { freePorts, type Ports } from "./ports.ts";
import { cleanUpKilledSuites } from "./running-suites.ts";
import { type Suite, startSuite } from "./suite.ts";

/** An empty suite on free ports, and which these are. */
export interface EmptySuite extends Suite {
  ports: Ports;
  engine: string;
}

/** What an empty suite is for, in words ("the tests"), its project, and what of it is needed. */
interface Purpose {
  what: string;
  projectId: string;
  /** With what is built, or with a stand-in for the page. */
  page: "built" | "placeholder";
  /** Auth, Firestore and Storage alone. */
  storesOnly: boolean;
}

/** Starts an empty suite on free ports, after clearing up what another one has left and building what is needed. */
export async function startEmptySuite(stopSignal: AbortSignal, purpose: Purpose): Promise<EmptySuite> {
  const [suite] = await startEmptySuites(stopSignal, purpose, 1);
  return suite!;
}

/** The same for `count` suites that know nothing of each other. When one cannot be started, none is left running. */
export async function startEmptySuites(
  stopSignal: AbortSignal,
  { what, projectId, page, storesOnly }: Purpose,
  count: number,
): Promise<EmptySuite[]> {
  await cleanUpKilledSuites(() => console.log("Waiting for a suite that is still stopping…"));
  const engine = await provideEngine(parseEngine(process.env.LOGBOOK_ENGINE));
  if (page === "built") await buildIfChanged();
  const times = count === 1 ? "" : `, ${count} times`;
  const step = startStep(`Starting the emulators for ${what} (${engine.kind}${times})`);
  const start = async (): Promise<EmptySuite> => {
    const ports = await freePorts();
    const services = ["auth", "firestore", "storage"] as const;
    const suite = await startSuite({
      ...{ projectId, ports, engine, page, stopSignal, note: step.note },
      ...(storesOnly && { services }),
    });
    return { ...suite, ports, engine: engine.kind };
  };
  const starts = await Promise.allSettled(Array.from({ length: count }, start));
  const suites = starts.flatMap((one) => (one.status === "fulfilled" ? [one.value] : []));
  const failed = starts.find((one) => one.status === "rejected");
  if (failed === undefined) {
    step.done();
    return suites;
  }
  step.failed();
  await Promise.all(suites.map((suite) => suite.stop()));
  throw failed.reason;
}
