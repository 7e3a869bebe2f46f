import { type ShowProgress, withStep } from "../command-line/progress.mjs";
import { parseEngine, provideEngine } from "../engines/engine.ts";
import { buildIfChanged } from "./build.ts";
import { findFreePorts } from "./ports.ts";
import { cleanUpKilledSuites } from "./running-suites.ts";
import { type Suite, startSuite } from "./suite.ts";
import type { SuiteOptions } from "./suite-config.ts";

/** `purpose` is shown while the suite starts, such as "the tests". */
type EmptySuiteOptions = { purpose: string } & Required<Pick<SuiteOptions, "projectId" | "page" | "storesOnly">>;

/** Starts an empty suite on free ports. First it cleans up after killed suites and builds what has changed. */
export async function startEmptySuite(stopSignal: AbortSignal, options: EmptySuiteOptions): Promise<Suite> {
  const [suite] = await startEmptySuites(stopSignal, options, 1);
  return suite!;
}

/** Starts `count` independent suites. If one cannot be started, stops the others and throws the error. */
export async function startEmptySuites(
  stopSignal: AbortSignal,
  { purpose, projectId, page, storesOnly }: EmptySuiteOptions,
  count: number,
): Promise<Suite[]> {
  await cleanUpKilledSuites();
  const engine = await provideEngine(parseEngine(process.env.LOGBOOK_ENGINE));
  if (page === "built") await buildIfChanged();
  const countText = count === 1 ? "" : `, ${count} times`;
  const startOnFreePorts = async (showProgress: ShowProgress): Promise<Suite> =>
    await startSuite({ projectId, ports: await findFreePorts(), engine, storesOnly, page, stopSignal, showProgress });
  return await withStep(`Starting the emulators for ${purpose} (${engine.kind}${countText})`, async (showProgress) => {
    const startResults = await Promise.allSettled(Array.from({ length: count }, () => startOnFreePorts(showProgress)));
    const suites = startResults.flatMap((result) => (result.status === "fulfilled" ? [result.value] : []));
    const failedStart = startResults.find((result) => result.status === "rejected");
    if (failedStart === undefined) return suites;
    await Promise.all(suites.map((suite) => suite.stop()));
    throw failedStart.reason;
  });
}
