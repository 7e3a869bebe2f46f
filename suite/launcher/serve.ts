import { setTimeout as pause } from "node:timers/promises";
import { CommandError } from "../command-line/command.ts";
import { displayPath, inRoot } from "../command-line/paths.ts";
import { startStep, withStep } from "../command-line/progress.mjs";
import { whenAborted } from "../command-line/stop-signal.ts";
import { startAutosave } from "../data/autosave.ts";
import { SAMPLE_ACCOUNTS } from "../data/sample/accounts.ts";
import { loadSampleData } from "../data/sample/load.ts";
import { type SavedDataStore, type SaveFailure, timeInWords } from "../data/saved-data-store.ts";
import { runJobs } from "./jobs.ts";
import { reloadRules } from "./reload-rules.ts";
import { runFolder } from "./running-suites.ts";
import type { Suite } from "./suite.ts";
import { followLog, lastLogLines } from "./suite-log.ts";
import { startVite } from "./vite.ts";
import { type LostProcess, lostProcessMessage } from "./watch-processes.ts";

interface ServeOptions {
  suite: Suite;
  stopSignal: AbortSignal;
  ui: boolean;
  /** Whether the suite is new and gets the sample data. */
  needsSampleData: boolean;
  /** Where the suite's data is saved; `null` if it is not saved. */
  store: SavedDataStore | null;
  /** Whether Vite serves the page. */
  isDev: boolean;
}

/** Runs a suite until the stop signal, and saves it. Throws a `CommandError` if the suite ends by itself. */
export async function serveUntilStopped(options: ServeOptions): Promise<void> {
  const { suite, stopSignal, needsSampleData } = options;
  try {
    // If loading is interrupted nothing is saved, so that the next start loads the sample data again.
    if (!needsSampleData || (await loadSamples(suite, stopSignal))) await serve(options);
  } finally {
    await suite.stop();
  }
}

async function serve(options: ServeOptions): Promise<void> {
  const { suite, stopSignal, ui, needsSampleData, store, isDev } = options;
  const vite = isDev ? await startVite(suite) : null;
  const autosave = store === null ? null : startAutosave(store, () => saveSuite(store, suite), console.log);
  if (needsSampleData) await autosave?.saveNow();
  const stopCallbacks = [followLog(suite.logFile, console.log), runJobs(suite)];
  if (suite.engine === "hidane") stopCallbacks.push(reloadRules(suite, inRoot("firestore.rules"), console.log));
  if (vite === null) console.log(`A made-up website with the button 'Report this page': ${suite.url}/demo/`);
  announce(vite?.url ?? suite.url, ui ? suite.ports.ui : null, store !== null);

  const cause = await Promise.race([whenAborted(stopSignal), suite.ended, ...(vite === null ? [] : [vite.ended])]);
  for (const stop of stopCallbacks) stop();
  if (cause !== "aborted" && cause !== "Vite ended") {
    if (cause?.canSave) await autosave?.saveNow();
    // The suite is stopped first, because a pending save may wait for the lost process.
    await suite.stop();
    await Promise.all([vite?.close(), autosave?.stop()]);
    throw new CommandError(
      `${describeEnd(cause, suite)} ${describeLastSave(store)} The emulators' log: ${suite.logFile}`,
    );
  }
  await Promise.all([vite?.close(), autosave?.stop()]);
  if (store === null) await withStep("Stopping the emulators", suite.stop);
  else await saveAndStop(suite, store);
  // Ctrl-C also ends Vite's server, perhaps before this process gets the signal.
  if (cause === "Vite ended" && !stopSignal.aborted)
    throw new CommandError("Vite's server ended by itself; its output is above. Run the command again.");
}

/** Says why a suite ended before the stop signal. `lostProcess` is `null` if firebase-tools ended by itself. */
function describeEnd(lostProcess: LostProcess | null, { logFile }: Suite): string {
  const logLines = lastLogLines(logFile);
  if (lostProcess === null) return `${logLines}\nThe emulators ended by themselves; their last log lines are above.`;
  const message = lostProcessMessage(lostProcess);
  return lostProcess.hasReasonInLog ? `${logLines}\n${message}` : message;
}

function saveSuite(store: SavedDataStore, { ports }: Suite): Promise<SaveFailure> {
  return store.save(ports.hub, runFolder(ports.hosting));
}

async function saveAndStop(suite: Suite, store: SavedDataStore): Promise<void> {
  await withStep("Saving accounts, reports and files", async () => {
    const failure = await saveSuite(store, suite);
    await suite.stop();
    if (failure !== null)
      throw new CommandError(
        `The end of this run could not be saved under ${displayPath(store.folder)}/: ${failure}. ${describeLastSave(store)} The suite's log: ${suite.logFile}`,
      );
  });
  console.log(`Saved under ${displayPath(store.folder)}/; the next start uses this data.`);
}

/** A sentence on the last save, for a suite that crashed or could not be saved. */
function describeLastSave(store: SavedDataStore | null): string {
  const savedAt = store?.savedAt() ?? null;
  if (savedAt === null) return "Nothing was saved. Run the command again to start with sample data.";
  return `The save of ${timeInWords(savedAt)} is still there, later changes are lost. Run the command again to go on from there.`;
}

/** Loads the sample data. Returns false if the stop signal came first. */
async function loadSamples(suite: Suite, stopSignal: AbortSignal): Promise<boolean> {
  const step = startStep("Loading the sample data");
  const loadOutcome = loadSampleData(suite.env, step.showProgress).then(
    () => "loaded" as const,
    async (error: unknown) => {
      // If an emulator was killed, `suite.ended` resolves a moment after the failed request, and says more.
      const lostProcess = await Promise.race([suite.ended, pause(1000, null)]);
      if (lostProcess !== null) return lostProcess;
      throw error;
    },
  );
  // If firebase-tools ended by itself, there is no lost process, and the next request fails.
  const endOutcome = suite.ended.then((lostProcess) => lostProcess ?? loadOutcome);
  const outcome = await Promise.race([loadOutcome, whenAborted(stopSignal), endOutcome]);
  if (outcome === "loaded") step.done();
  else step.failed(outcome === "aborted" ? "stopped" : "failed");
  if (typeof outcome === "object")
    throw new CommandError(`${lostProcessMessage(outcome)} Run the command again to load the sample data.`);
  return outcome === "loaded";
}

function announce(url: string, uiPort: number | null, isSaved: boolean): void {
  if (uiPort !== null) console.log(`Emulator UI: http://127.0.0.1:${uiPort}`);
  if (!isSaved) console.log("A fresh store: nobody is registered yet, and nothing of it will be saved.");
  else {
    console.log("Sample accounts:");
    for (const { username, password, isAdmin } of SAMPLE_ACCOUNTS)
      console.log(`  ${username} / ${password}${isAdmin ? " (admin)" : ""}`);
  }
  console.log(`Logbook ready: ${url}`);
}
