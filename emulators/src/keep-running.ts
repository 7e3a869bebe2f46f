import { relative } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import type { Engine } from "./engine.ts";
import { runJobs } from "./job.ts";
import type { KeptStore } from "./kept.ts";
import { followLog, lastWords } from "./log.ts";
import { inRoot, ROOT } from "./paths.ts";
import type { Ports } from "./ports.ts";
import { startStep } from "./progress.mjs";
import { reloadRules } from "./reload-rules.ts";
import { loadSampleData } from "./sample/load.ts";
import { SAMPLE_PEOPLE } from "./sample/people.ts";
import type { Asked } from "./signals.ts";
import { Stop } from "./stop.ts";
import type { Suite } from "./suite.ts";
import { inWords } from "./watch-processes.ts";

const SAVE_EVERY_MS = 5 * 60_000;

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
  /** Where what it holds is kept; `null` where it is not. */
  store: KeptStore | null;
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

async function serve({ suite, engine, ports, asked, ui, loadSamples, store, beside: start }: Running): Promise<void> {
  store?.markComplete();
  if (loadSamples) await store?.save(ports.hub);
  const stopSaving = store === null ? async () => {} : saveRegularly(store, ports.hub);
  const stopFollowing = [followLog(suite.logFile, console.log), runJobs(suite)];
  if (engine.kind === "hidane") stopFollowing.push(reloadRules(suite, inRoot("firestore.rules"), console.log));
  const beside = await start?.(suite, ports);
  announce(beside?.url ?? suite.url, ui ? ports.ui : null, store !== null);

  const why = await Promise.race([asked.promise, suite.lost, suite.ended]);
  for (const stop of stopFollowing) stop();
  if (why !== "asked" && why !== "ended" && why.canSave) await store?.save(ports.hub);
  // A save under way may wait for what is gone.
  if (why !== "asked") await suite.stop();
  await Promise.all([beside?.close(), stopSaving()]);
  if (why === "ended")
    throw new Stop(
      `${lastWords(suite.logFile)}\nThe emulators ended by themselves; their last words are above. ${stillThere(store)} The whole log: ${suite.logFile}`,
    );
  if (why !== "asked") {
    const words = why.isLogged ? `${lastWords(suite.logFile)}\n` : "";
    throw new Stop(`${words}${inWords(why)} ${stillThere(store)} The emulators' log: ${suite.logFile}`);
  }
  const step = startStep(store === null ? "Stopping the emulators" : "Saving accounts, reports and files");
  await suite.stop();
  if (store !== null && !store.keepLast()) {
    step.failed();
    throw new Stop(
      `The end of this run could not be saved; what was saved before, at most 5 minutes earlier, is still there. The suite's log: ${suite.logFile}`,
    );
  }
  step.done();
  if (store !== null) console.log(`Saved under ${nameOf(store.folder)}/; the next start has it back.`);
}

/** A folder as a person knows it: from the checkout, where it is inside. */
function nameOf(folder: string): string {
  const inside = relative(ROOT, folder);
  return inside.startsWith("..") ? folder : inside;
}

/** What is left when a suite ended otherwise than by an orderly end, and what to do. */
function stillThere(store: KeptStore | null): string {
  const saved = store?.savedAt()?.toLocaleTimeString("en-GB");
  if (saved === undefined) return "Run the command again to begin anew.";
  return `What was saved at ${saved} is still there, what came after it is lost. Run the command again to go on from there.`;
}

/** Saves every few minutes, so that a suite that crashes loses little. Gives what ends that, a save under way included. */
function saveRegularly(store: KeptStore, hubPort: number): () => Promise<unknown> {
  let saving: Promise<unknown> = Promise.resolve();
  const timer = setInterval(() => {
    saving = saving.then(() => store.save(hubPort));
  }, SAVE_EVERY_MS);
  return () => {
    clearInterval(timer);
    return saving;
  };
}

async function load(suite: Suite, asked: Asked): Promise<boolean> {
  const step = startStep("Loading the sample data");
  const loading = loadSampleData(suite.env, step.note).catch(async (error: unknown) => {
    // What was killed under it is noticed a moment later.
    await Promise.race([suite.lost, pause(1000)]);
    throw error;
  });
  // Once the end has been asked for, nobody waits for it any more.
  loading.catch(() => {});
  const outcome = await Promise.race([loading, asked.promise, suite.lost]);
  if (outcome === undefined) step.done();
  else step.failed(outcome === "asked" ? "stopped" : "failed");
  if (typeof outcome === "object") throw new Stop(`${inWords(outcome)} Run the command again to begin anew.`);
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
