import { createInterface } from "node:readline/promises";
import { buildIfChanged } from "../build.ts";
import { provideEngine } from "../engine.ts";
import { forgetKept, keptDir, saveNow } from "../kept.ts";
import { parseStartOptions, START_HELP, type StartOptions } from "../options.ts";
import { claimPorts, portsFrom } from "../ports.ts";
import { loadSampleData } from "../sample/load.ts";
import { SAMPLE_PEOPLE } from "../sample/people.ts";
import { onFirstSignal } from "../signals.ts";
import { command, Stop } from "../stop.ts";
import { startSuite } from "../suite.ts";

const PROJECT = "demo-logbook";
const SAVE_EVERY_MS = 5 * 60_000;
const say = (line: string): void => console.log(line);

await command(async (args) => {
  const options = parseStartOptions(args);
  if (options.help) {
    say(START_HELP);
    return 0;
  }
  if (options.reset && !(await confirmReset(options))) return 1;
  const ports = portsFrom(options.port);
  await claimPorts(ports);
  const engine = await provideEngine(options.engine, say);
  if (options.reset) forgetKept();
  await buildIfChanged(say);

  const kept = options.empty ? null : keptDir();
  const asked = onFirstSignal();
  say(`Starting the emulators${kept === null ? "" : " with what was kept"}`);
  const suite = await startSuite({
    projectId: PROJECT,
    ports,
    engine,
    ui: options.ui,
    say,
    asked,
    ...(kept !== null && { importDir: kept }),
  });
  try {
    const fresh = kept === null && !options.empty;
    // A first run that is cut short saves nothing, so that the next one begins anew.
    if (fresh && (await Promise.race([loadSampleData(suite.env, say), asked.promise])) === "asked") return 0;
    if (fresh) await saveNow(ports.hub);
    announce(suite.url, options, ports.ui);
    const saver = options.empty ? undefined : setInterval(() => void saveNow(ports.hub), SAVE_EVERY_MS);
    const why = await Promise.race([asked.promise, suite.ended]);
    clearInterval(saver);
    if (why !== "asked") throw new Stop(`The emulators ended by themselves (exit code ${why}). Their log: ${suite.logFile}`);
    if (options.empty) return 0;
    say("\nSaving accounts, reports and files");
    if (!(await saveNow(ports.hub))) throw new Stop("They could not be saved; what was saved before is still there.");
    say("Saved under .data/; the next start has them back");
  } finally {
    await suite.stop();
  }
  return 0;
});

function announce(url: string, options: StartOptions, uiPort: number): void {
  if (options.ui) say(`Emulator UI: http://127.0.0.1:${uiPort}`);
  if (options.empty) say("A fresh store: nobody is registered yet, and nothing will be saved");
  else for (const { username, password, isAdmin } of SAMPLE_PEOPLE) say(`  ${username} / ${password}${isAdmin ? " (admin)" : ""}`);
  say(`Logbook ready: ${url}`);
}

async function confirmReset({ yes }: StartOptions): Promise<boolean> {
  if (yes) return true;
  if (!process.stdin.isTTY) {
    console.error("--reset forgets all kept accounts, reports and files. Add --yes to say so without being asked.");
    return false;
  }
  const prompt = createInterface({ input: process.stdin, output: process.stdout });
  const answer = await prompt.question("Forget all kept accounts, reports and files under .data/? [y/N] ");
  prompt.close();
  return /^y(es)?$/i.test(answer.trim());
}
