import { join } from "node:path";
import { CommandError } from "../command-line/command.ts";
import { lockHolders, lockNote, tryLock } from "../command-line/lock.mjs";
import { displayPath } from "../command-line/paths.ts";
import { startStep } from "../command-line/progress.mjs";
import { onFirstSignal } from "../command-line/stop-signal.ts";
import { keptStore } from "../data/saved-data-store.ts";
import { provideEngine } from "../engines/engine.ts";
import { provideUi } from "../engines/official.ts";
import { claimPorts, type Ports, portsFrom } from "./ports.ts";
import { NotReadyError } from "./readiness.ts";
import { cleanUpKilledSuites } from "./running-suites.ts";
import { type DevServer, serveUntilStopped } from "./serve.ts";
import type { StartOptions } from "./start-options.ts";
import { type Suite, startSuite } from "./suite.ts";

const PROJECT = "demo-logbook";

/** What `npm start` and `npm run dev` do differently. */
export interface LocalSuite {
  page: "built" | "placeholder";
  /** Further ports that it needs. */
  ports?(ports: Ports): [name: string, port: number][];
  /** Builds what the suite serves, before it starts. */
  build(): Promise<void>;
  /** Runs beside the suite once it is ready. */
  beside?(suite: Suite, ports: Ports): Promise<DevServer>;
}

/** Runs the suite with the kept store until the person asks for the end, and keeps everything. Gives the exit code. */
export async function runLocalSuite(options: StartOptions, local: LocalSuite): Promise<number> {
  const ports = portsFrom(options.port);
  let waiting: ReturnType<typeof startStep> | undefined;
  const killed = await cleanUpKilledSuites(() => {
    waiting ??= startStep("Waiting for the suite before this one to save");
  });
  waiting?.done();
  for (const { launcher, env } of killed)
    console.log(
      `The suite at ${env.LOGBOOK_URL} was killed (process ${launcher}); what was left of it is cleared away.`,
    );
  const store = keptStore(options.data, console.log);
  const release = options.empty ? () => {} : lockKept(options.data, ports);
  let releasePorts = (): void => {};
  try {
    releasePorts = await claimPorts(ports.hosting, (hosting) => {
      const moved = portsFrom(hosting);
      const emulators = Object.entries(moved).filter(([name]) => options.ui || name !== "ui");
      return [...emulators, ...(local.ports?.(moved) ?? [])];
    });
    const engine = await provideEngine(options.engine);
    const ui = options.ui && (await provideUi());
    if (options.ui && !ui)
      console.log(
        "The Emulator UI is a download from storage.googleapis.com that cannot be had here; starting without it.",
      );
    await local.build();
    if (options.reset) store.forget();
    const importDir = options.empty ? null : await store.open();
    if (killed.length > 0 && importDir !== null)
      console.log(`Going on with what was saved at ${store.savedAt()?.toLocaleTimeString("en-GB")}.`);
    const asked = onFirstSignal();
    const step = startStep(
      `Starting the emulators (${engine.kind}${importDir === null ? "" : ", with what was kept"})`,
    );
    const suite = await startSuite({
      projectId: PROJECT,
      ports,
      engine,
      page: local.page,
      ui,
      asked,
      note: step.note,
      ...(importDir !== null && { importDir }),
      ...(!options.empty && { exportDir: store.last }),
    }).catch(async (error: unknown) => {
      step.failed(asked.yet() ? "stopped" : "failed");
      if (importDir === null || !(error instanceof NotReadyError) || error.isImported) throw error;
      throw new CommandError(
        `${error.message}\nWhat is kept in ${displayPath(importDir)} may be damaged. ${await store.waysOut()}`,
      );
    });
    step.done();
    const loadSamples = importDir === null && !options.empty;
    const kept = options.empty ? null : store;
    await serveUntilStopped({ suite, engine, ports, asked, ui, loadSamples, store: kept, beside: local.beside });
    return 0;
  } finally {
    releasePorts();
    release();
  }
}

/** One suite at a time may keep what it holds; `--empty` ones are free of that. */
function lockKept(folder: string, ports: Ports): () => void {
  const file = join(folder, "kept.lock");
  const note = `http://127.0.0.1:${ports.hosting} ${new Date().toISOString()}`;
  const release = tryLock(file, { note });
  if (release !== null) return release;
  const [url = "", since = ""] = lockNote(file).split(" ");
  const when = since === "" ? "" : `, since ${new Date(since).toLocaleString("en-GB")}`;
  throw new CommandError(
    `Another suite of this folder is running at ${url} (process ${lockHolders(file).join(", ")}${when}) and keeps the data; port ${new URL(url).port} is taken. Use that one, stop it with Ctrl-C, or start a fresh one beside it with --empty --port N.`,
  );
}
