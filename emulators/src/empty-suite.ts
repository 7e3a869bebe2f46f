import { buildIfChanged } from "./build.ts";
import { provideEngine } from "./engine.ts";
import { freePorts, type Ports } from "./ports.ts";
import { startStep } from "./progress.mjs";
import { clearUpAfterKilled } from "./running.ts";
import type { Asked } from "./signals.ts";
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
  page: "built" | "stand-in";
  /** Auth, Firestore and Storage alone. */
  storesOnly: boolean;
}

/** Starts an empty suite on free ports, after clearing up what another one has left and building what is needed. */
export async function startEmptySuite(
  asked: Asked,
  { what, projectId, page, storesOnly }: Purpose,
): Promise<EmptySuite> {
  await clearUpAfterKilled(() => console.log("Waiting for a suite that is still stopping…"));
  const engine = await provideEngine(undefined);
  if (page === "built") await buildIfChanged();
  const ports = await freePorts();
  const step = startStep(`Starting the emulators for ${what} (${engine.kind})`);
  const suite = await startSuite({
    projectId,
    ports,
    engine,
    page,
    ...(storesOnly && { services: ["auth", "firestore", "storage"] }),
    asked,
    note: step.note,
  }).catch((error: unknown) => {
    step.failed();
    throw error;
  });
  step.done();
  return { ...suite, ports, engine: engine.kind };
}

/** The suite of the tests: `whole`, with what is built, or the stores and Auth alone. */
export function startTestSuite(asked: Asked, whole: boolean): Promise<EmptySuite> {
  const page = whole ? "built" : "stand-in";
  return startEmptySuite(asked, { what: "the tests", projectId: "demo-logbook-test", page, storesOnly: !whole });
}
