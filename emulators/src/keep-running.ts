import type { Engine } from "./engine.ts";
import { JOB_NAMES, runJob } from "./job.ts";
import { keptStore } from "./kept.ts";
import { followLog, lastWords } from "./log.ts";
import { DATA, inRoot } from "./paths.ts";
import type { Ports } from "./ports.ts";
import { startStep } from "./progress.mjs";
import { reloadRules } from "./reload-rules.ts";
import { loadSampleData } from "./sample/load.ts";
import { SAMPLE_PEOPLE } from "./sample/people.ts";
import type { Asked } from "./signals.ts";
import { Stop } from "./stop.ts";
import type { Suite } from "./suite.ts";

/** What this checkout keeps from one start to the next. */
export const STORE = keptStore(DATA);

const SAVE_EVERY_MS = 5 * 60_000;
// As often as the schedules of functions/src/index.ts.
const JOBS_EVERY_MS = 15 * 60_000;

/** What runs beside a suite. */
export interface Beside {
  /** Where the page is. */
  url: string;
  close(): Promise<void>;
}

/** A suite that answers, and what is to be done with it. */
interface Running {
  suite: Suite;
  engine: Engine;
  ports: Ports;
  asked: Asked;
  ui: boolean;
  /** Whether it is new and gets the sample data. */
  loadSamples: boolean;
  /** Whether what it holds is kept. */
  keeps: boolean;
  beside?: ((suite: Suite, ports: Ports) => Promise<Beside>) | undefined;
}

/** Runs a suite until the person asks for the end, and keeps everything. Throws a `Stop` when it ends by itself. */
export async function keepRunning(running: Running): Promise<void> {
  const { suite, asked, loadSamples } = running;
  try {
    // A first run that is cut short keeps nothing, so that the next one begins anew.
    if (!loadSamples || (await load(suite, asked))) await serve(running);
  } finally {
    await suite.stop();
  }
}

async function serve({ suite, engine, ports, asked, ui, loadSamples, keeps, beside: start }: Running): Promise<void> {
  if (keeps) STORE.markComplete();
  if (loadSamples) await STORE.save(ports.hub);
  const stopSaving = keeps ? saveRegularly(ports.hub) : async () => {};
  const stopFollowing = [followLog(suite.logFile, console.log), runJobs(suite)];
  if (engine.kind === "hidane") stopFollowing.push(reloadRules(suite, inRoot("firestore.rules"), console.log));
  const beside = await start?.(suite, ports);
  announce(beside?.url ?? suite.url, ui ? ports.ui : null, keeps);

  const why = await Promise.race([asked.promise, suite.ended]);
  for (const stop of stopFollowing) stop();
  await Promise.all([beside?.close(), stopSaving()]);
  if (why === "ended")
    throw new Stop(
      `${lastWords(suite.logFile)}\nThe emulators ended by themselves; their last words are above. ${keeps ? "What was saved last, at most 5 minutes before, is still there. " : ""}The whole log: ${suite.logFile}`,
    );
  const step = startStep(keeps ? "Saving accounts, reports and files" : "Stopping the emulators");
  await suite.stop();
  if (keeps && !STORE.keepLast()) {
    step.failed();
    throw new Stop(
      `The end of this run could not be saved; what was saved before, at most 5 minutes earlier, is still there. The suite's log: ${suite.logFile}`,
    );
  }
  step.done();
  if (keeps) console.log("Saved under .data/; the next start has it back.");
}

/** Saves every few minutes, so that a suite that crashes loses little. Gives what ends that, a save under way included. */
function saveRegularly(hubPort: number): () => Promise<unknown> {
  let saving: Promise<unknown> = Promise.resolve();
  const timer = setInterval(() => {
    saving = saving.then(() => STORE.save(hubPort));
  }, SAVE_EVERY_MS);
  return () => {
    clearInterval(timer);
    return saving;
  };
}

/** Runs the jobs now and then, and says when one fails. Gives what ends that. */
function runJobs({ projectId, env }: Suite): () => void {
  const timer = setInterval(async () => {
    for (const name of JOB_NAMES)
      await runJob({ projectId, env }, name).catch((error: unknown) => console.error((error as Error).message));
  }, JOBS_EVERY_MS);
  return () => clearInterval(timer);
}

async function load(suite: Suite, asked: Asked): Promise<boolean> {
  const step = startStep("Loading the sample data");
  const loading = loadSampleData(suite.env, step.note);
  // Once the end has been asked for, nobody waits for it any more.
  loading.catch(() => {});
  const outcome = await Promise.race([loading, asked.promise]);
  if (outcome === "asked") step.failed("stopped");
  else step.done();
  return outcome !== "asked";
}

function announce(url: string, uiPort: number | null, keeps: boolean): void {
  if (uiPort !== null) console.log(`Emulator UI: http://127.0.0.1:${uiPort}`);
  if (!keeps) console.log("A fresh store: nobody is registered yet, and nothing of it will be saved.");
  else {
    console.log("Sample accounts:");
    for (const { username, password, isAdmin } of SAMPLE_PEOPLE)
      console.log(`  ${username} / ${password}${isAdmin ? " (admin)" : ""}`);
  }
  console.log(`Logbook ready: ${url}`);
}
