import { join } from "node:path";
import { CommandError } from "../command-line/command.ts";
import { lockHolder, tryLock } from "../command-line/lock.mjs";
import { displayPath } from "../command-line/paths.ts";
import { startStep } from "../command-line/progress.mjs";
import { listenForStop } from "../command-line/stop-signal.ts";
import { SavedDataStore } from "../data/saved-data-store.ts";
import { provideEngine } from "../engines/engine.ts";
import { provideUi } from "../engines/official.ts";
import { confirmReset } from "./confirm-reset.ts";
import { claimPorts, type Ports, portsFrom } from "./ports.ts";
import { NotReadyError } from "./readiness.ts";
import { cleanUpKilledSuites } from "./running-suites.ts";
import { type DevServer, serveUntilStopped } from "./serve.ts";
import type { StartOptions } from "./start-options.ts";
import { type Suite, type SuiteOptions, startSuite } from "./suite.ts";

const PROJECT_ID = "demo-logbook";

/** The differences between `npm start` and `npm run dev`. */
export interface StartVariant {
  page: "built" | "placeholder";
  /** The ports that the command needs besides the suite's ports. */
  otherPorts?(ports: Ports): [name: string, port: number][];
  /** Builds what the suite serves. Called before the suite starts. */
  build(): Promise<void>;
  startDevServer?(suite: Suite, ports: Ports): Promise<DevServer>;
}

/** Runs the suite with the saved data until the stop signal, then saves the data. Returns the exit code. */
export async function runLocalSuite(options: StartOptions, variant: StartVariant): Promise<number> {
  if (options.reset && !(await confirmReset(options.yes, options.data))) return 1;
  const ports = portsFrom(options.port);
  const hadKilledSuite = await cleanUp();
  const store = new SavedDataStore(options.data, console.log);
  const releaseData = options.empty ? () => {} : lockData(options.data, ports);
  let releasePorts = (): void => {};
  try {
    releasePorts = await claimPorts(ports.hosting, (hosting) => {
      const suitePorts = portsFrom(hosting);
      const emulators = Object.entries(suitePorts).filter(([name]) => options.ui || name !== "ui");
      return [...emulators, ...(variant.otherPorts?.(suitePorts) ?? [])];
    });
    const engine = await provideEngine(options.engine);
    const ui = options.ui && (await provideUi());
    if (options.ui && !ui)
      console.log("The Emulator UI cannot be downloaded from storage.googleapis.com here; starting without it.");
    await variant.build();
    if (options.reset) store.deleteAll();
    const importDir = options.empty ? null : store.open();
    if (hadKilledSuite && importDir !== null)
      console.log(`Continuing with the save of ${store.savedAt()?.toLocaleTimeString("en-GB")}.`);
    const stopSignal = listenForStop();
    const suite = await startWithProgress(
      { projectId: PROJECT_ID, ports, engine, page: variant.page, ui, stopSignal, importDir },
      store,
    );
    await serveUntilStopped({
      suite,
      engine,
      ports,
      stopSignal,
      ui,
      needsSampleData: importDir === null && !options.empty,
      store: options.empty ? null : store,
      startDevServer: variant.startDevServer,
    });
    return 0;
  } finally {
    releasePorts();
    releaseData();
  }
}

/** Removes what is left of killed suites, and prints their addresses. Returns whether there was a killed suite. */
async function cleanUp(): Promise<boolean> {
  let waitStep: ReturnType<typeof startStep> | undefined;
  const killedSuites = await cleanUpKilledSuites(() => {
    waitStep ??= startStep("Waiting for the suite before this one to end");
  });
  waitStep?.done();
  for (const { launcher, env } of killedSuites)
    console.log(
      `The suite at ${env.LOGBOOK_URL} was killed (process ${launcher}); its remaining processes and files were removed.`,
    );
  return killedSuites.length > 0;
}

async function startWithProgress(options: Omit<SuiteOptions, "note">, store: SavedDataStore): Promise<Suite> {
  const { engine, importDir, stopSignal } = options;
  const step = startStep(`Starting the emulators (${engine.kind}${importDir ? ", with the saved data" : ""})`);
  try {
    const suite = await startSuite({ ...options, note: step.note });
    step.done();
    return suite;
  } catch (error) {
    step.failed(stopSignal?.aborted ? "stopped" : "failed");
    // The save can be the cause only while it is being imported.
    if (!importDir || !(error instanceof NotReadyError) || error.hasImportedData) throw error;
    throw new CommandError(
      `${error.message}\nThe save in ${displayPath(importDir)} may be damaged. ${store.recoveryAdvice()}`,
    );
  }
}

/** Locks the folder of the saved data: only one suite at a time may save there. */
function lockData(folder: string, ports: Ports): () => void {
  const file = join(folder, "data.lock");
  const note = `http://127.0.0.1:${ports.hosting} ${new Date().toISOString()}`;
  const release = tryLock(file, note);
  if (release !== null) return release;
  const holder = lockHolder(file);
  if (holder === null)
    throw new CommandError("The suite that had the saved data has just ended. Run the command again.");
  const [url = "", since = ""] = holder.note.split(" ");
  throw new CommandError(
    `Another suite of this folder is running at ${url} (process ${holder.pid}, since ${new Date(since).toLocaleString("en-GB")}) and has the data; port ${new URL(url).port} is taken. Use that one, stop it with Ctrl-C, or start a fresh one beside it with --empty --port N.`,
  );
}
