import { join } from "node:path";
import { CommandError } from "../command-line/command.ts";
import { lockHolder, tryLock } from "../command-line/lock.mjs";
import { displayPath } from "../command-line/paths.ts";
import { startStep } from "../command-line/progress.mjs";
import { listenForStop } from "../command-line/stop-signal.ts";
import { SavedDataStore } from "../data/saved-data-store.ts";
import { provideEngine } from "../engines/engine.ts";
import { provideUi } from "../engines/official.ts";
import { buildIfChanged, watchFunctions } from "./build.ts";
import { claimPorts, LOCAL_PROJECT, type Ports, portsFrom } from "./ports.ts";
import { NotReadyError } from "./readiness.ts";
import { cleanUpKilledSuites } from "./running-suites.ts";
import { serveUntilStopped } from "./serve.ts";
import { confirmReset, readStartOptions } from "./start-options.ts";
import { type Suite, startSuite } from "./suite.ts";
import type { SuiteOptions } from "./suite-config.ts";
import { vitePort } from "./vite.ts";

/** Runs the suite with the saved data until the stop signal, then saves the data. Returns the exit code. */
export async function runLocalSuite(args: string[], commandName: "npm start" | "npm run dev"): Promise<number> {
  const options = readStartOptions(args, commandName);
  // readStartOptions() returns `null` after it has printed the help for --help.
  if (options === null) return 0;
  if (options.reset && !options.yes && !(await confirmReset(options.data))) return 1;
  const isDev = commandName === "npm run dev";
  const ports = portsFrom(options.port);
  const killedSuites = await cleanUpKilledSuites();
  for (const { launcherPid, env } of killedSuites)
    console.log(
      `The suite at ${env.LOGBOOK_URL} was killed (process ${launcherPid}); its remaining processes and files were removed.`,
    );
  const store = new SavedDataStore(options.data, console.log);
  // Functions that release the locks and stop the watch. They are called at the end, in this order.
  const releases: (() => void | Promise<void>)[] = [];
  try {
    if (!options.empty) releases.push(lockData(options.data, ports));
    const releasePorts = await claimPorts(ports.hosting, (hosting) => {
      const suitePorts = portsFrom(hosting);
      const emulators = Object.entries(suitePorts).filter(([name]) => options.ui || name !== "ui");
      return isDev ? [...emulators, ["Vite", vitePort(suitePorts)]] : emulators;
    });
    releases.push(releasePorts);
    // The engine comes last: run.mjs may still be building it.
    if (isDev) releases.push(await watchFunctions());
    else await buildIfChanged();
    const engine = await provideEngine(options.engine);
    const ui = options.ui && (await provideUi());
    if (options.ui && !ui)
      console.log("The Emulator UI cannot be downloaded from storage.googleapis.com here; starting without it.");
    if (options.reset) store.deleteAll();
    const importDir = options.empty ? null : store.open();
    if (killedSuites.length > 0 && importDir !== null)
      console.log(`Continuing with the save of ${store.savedAt()?.toLocaleTimeString("en-GB")}.`);
    const stopSignal = listenForStop();
    // In dev mode Vite serves the page, so Hosting needs only a placeholder.
    const page = isDev ? "placeholder" : "built";
    const suiteOptions = { projectId: LOCAL_PROJECT, ports, engine, page, ui, stopSignal, importDir } as const;
    const suite = await startWithProgress(suiteOptions, store);
    const needsSampleData = importDir === null && !options.empty;
    await serveUntilStopped({ suite, stopSignal, ui, isDev, needsSampleData, store: options.empty ? null : store });
    return 0;
  } finally {
    for (const release of releases) await release();
  }
}

async function startWithProgress(options: Omit<SuiteOptions, "showProgress">, store: SavedDataStore): Promise<Suite> {
  const { engine, importDir, stopSignal } = options;
  const step = startStep(`Starting the emulators (${engine.kind}${importDir ? ", with the saved data" : ""})`);
  try {
    const suite = await startSuite({ ...options, showProgress: step.showProgress });
    step.done();
    return suite;
  } catch (error) {
    step.failed(stopSignal?.aborted ? "stopped" : "failed");
    // The save can be the cause only while it is being imported.
    if (importDir && error instanceof NotReadyError && !error.hasImportedData)
      throw new CommandError(
        `${error.message}\nThe save in ${displayPath(importDir)} may be damaged. ${store.recoveryAdvice()}`,
      );
    throw error;
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
