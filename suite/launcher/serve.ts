import { readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { CommandError } from "../command-line/command.ts";
import { displayPath, inRoot } from "../command-line/paths.ts";
import { startStep } from "../command-line/progress.mjs";
import type { Asked } from "../command-line/stop-signal.ts";
import { saveRegularly } from "../data/autosave.ts";
import { SAMPLE_ACCOUNTS } from "../data/sample/accounts.ts";
import { loadSampleData } from "../data/sample/load.ts";
import { type KeptStore, momentInWords, type Saved } from "../data/saved-data-store.ts";
import type { Engine } from "../engines/engine.ts";
import { runJobs } from "./jobs.ts";
import type { Ports } from "./ports.ts";
import { reloadRules } from "./reload-rules.ts";
import { runFolder } from "./running-suites.ts";
import type { Suite } from "./suite.ts";
import { followLog, lastLogLines } from "./suite-log.ts";
import { inWords } from "./watch-processes.ts";

/** What runs beside a suite. */
export interface DevServer {
  /** What it is, at the beginning of a sentence. */
  name: string;
  /** Where the page is. */
  url: string;
  /** Resolves once it has ended, whoever ended it. */
  ended: Promise<"beside">;
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
  beside?: ((suite: Suite, ports: Ports) => Promise<DevServer>) | undefined;
}

/** Runs a suite until the person asks for the end, and keeps everything. Throws a `CommandError` when it ends by itself. */
export async function serveUntilStopped(running: Running): Promise<void> {
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
  const saving = store === null ? null : saveRegularly(store, () => save(store, ports), console.log);
  if (loadSamples) await saving?.now();
  const stopFollowing = [followLog(suite.logFile, console.log), runJobs(suite)];
  if (engine.kind === "hidane") stopFollowing.push(reloadRules(suite, inRoot("firestore.rules"), console.log));
  const beside = await start?.(suite, ports);
  announce(beside?.url ?? suite.url, ui ? ports.ui : null, store !== null);

  const first = await Promise.race([asked.promise, suite.lost, suite.ended, ...(beside ? [beside.ended] : [])]);
  // The suite is whole when what runs beside it has ended, so that it ends as if it had been asked to.
  const why = first === "beside" ? "asked" : first;
  for (const stop of stopFollowing) stop();
  if (why !== "asked" && why !== "ended" && why.canSave) await saving?.now();
  // A save under way may wait for what is gone.
  if (why !== "asked") await suite.stop();
  await Promise.all([beside?.close(), saving?.stop()]);
  if (why === "ended")
    throw new CommandError(
      `${lastLogLines(suite.logFile)}\nThe emulators ended by themselves; their last words are above. ${stillThere(store)} The whole log: ${suite.logFile}`,
    );
  if (why !== "asked") {
    const words = why.isLogged ? `${lastLogLines(suite.logFile)}\n` : "";
    throw new CommandError(`${words}${inWords(why)} ${stillThere(store)} The emulators' log: ${suite.logFile}`);
  }
  await (store === null ? stopQuietly(suite) : saveAtTheEnd(suite, ports, store));
  // A Ctrl-C ends it too, and perhaps sooner than it reaches us.
  if (first === "beside" && !asked.yet())
    throw new CommandError(`${beside?.name} ended by itself; what it said is above. Run the command again.`);
}

async function stopQuietly(suite: Suite): Promise<void> {
  const step = startStep("Stopping the emulators");
  await suite.stop();
  step.done();
}

/** Saves while the suite is alive and can say how that went; where it fails, once more by what firebase-tools does at its end, if it can. */
async function saveAtTheEnd(suite: Suite, ports: Ports, store: KeptStore): Promise<void> {
  const step = startStep("Saving accounts, reports and files");
  const saved = await save(store, ports);
  if (saved === "saved" || !saved.canExport) store.leaveLast();
  await suite.stop();
  const last = await store.keepLast();
  if (saved === "saved" || last === "saved") {
    step.done();
    console.log(`Saved under ${displayPath(store.folder)}/; the next start has it back.`);
    return;
  }
  step.failed();
  const waitsIn = last === "none" ? null : last.waitsIn;
  const left =
    waitsIn === null
      ? stillThere(store)
      : `It is in ${displayPath(waitsIn)} instead, and the next start takes it from there.`;
  throw new CommandError(
    `The end of this run could not be saved under ${displayPath(store.folder)}/: ${saved.failed}. ${left} The suite's log: ${suite.logFile}`,
  );
}

async function save(store: KeptStore, ports: Ports): Promise<Saved> {
  const saved = await store.save(ports.hub);
  // What firebase-tools leaves of an export that failed would fill the disk further, try by try.
  if (saved !== "saved")
    for (const name of readdirSync(runFolder(ports.hosting)))
      if (name.startsWith("firebase-export-")) rmSync(join(runFolder(ports.hosting), name), { recursive: true });
  return saved;
}

/** What is left when a suite ended otherwise than by an orderly end, and what to do. */
function stillThere(store: KeptStore | null): string {
  const saved = store?.savedAt() ?? null;
  if (saved === null) return "Nothing was saved. Run the command again to begin anew.";
  return `What was saved at ${momentInWords(saved)} is still there, what came after it is lost. Run the command again to go on from there.`;
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
  if (typeof outcome === "object") throw new CommandError(`${inWords(outcome)} Run the command again to begin anew.`);
  return outcome !== "asked";
}

function announce(url: string, uiPort: number | null, keeps: boolean): void {
  if (uiPort !== null) console.log(`Emulator UI: http://127.0.0.1:${uiPort}`);
  if (!keeps) console.log("A fresh store: nobody is registered yet, and nothing of it will be saved.");
  else {
    console.log("Sample accounts:");
    for (const { username, password, isAdmin } of SAMPLE_ACCOUNTS)
      console.log(`  ${username} / ${password}${isAdmin ? " (admin)" : ""}`);
  }
  console.log(`Logbook ready: ${url}`);
}
