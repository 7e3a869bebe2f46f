import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { inRoot, ROOT } from "../../suite/command-line/paths.ts";
import { commandLineOf, processesOfSuite } from "../../suite/machine/processes.ts";

/** A running command of the project. */
export interface RunningCommand {
  process: ChildProcess;
  /** The output so far. */
  output(): string;
  /** Resolves when the command has ended. */
  exitCode: Promise<number | null>;
}

/** Runs a command of the project as from a new terminal: of the tests' variables it gets only the engine's. */
export function runCommand(command: string, ...args: string[]): RunningCommand {
  const testVariables =
    /^(npm_|INIT_CWD|LOGBOOK_(?!ENGINE$)|FIREBASE_|FIRESTORE_|GCLOUD_|STORAGE_|VITEST|NODE_ENV|TEST$)/;
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !testVariables.test(name)));
  const child = spawn(process.execPath, ["run.mjs", command, ...args], { cwd: ROOT, env });
  let output = "";
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding("utf8").on("data", (text: string) => {
      output += text;
    });
  const exitCode = once(child, "close").then(([code]) => code as number | null);
  return { process: child, output: () => output, exitCode };
}

/** Runs a command and waits until it has ended. */
export async function runToEnd(command: string, ...args: string[]): Promise<{ code: number | null; output: string }> {
  const running = runCommand(command, ...args);
  return { code: await running.exitCode, output: running.output() };
}

export interface StartedSuite extends RunningCommand {
  url: string;
  port: number;
  env: Record<string, string>;
  /** The id of the process that run.mjs started for the command. */
  launcherPid: number;
  /** The ids of the suite's running processes whose command lines match. */
  processes(commandLine: RegExp): number[];
}

/** The used fields of the file that describes a running suite. */
interface SuiteFile {
  env: Record<string, string>;
  id: string;
  launcherPid: number;
}

/** Starts a suite and waits until it is ready. If the suite ends before, throws an error with its output. */
export function startSuite(...args: string[]): Promise<StartedSuite> {
  return startSuiteBy("start", ...args);
}

/** Like `startSuite`, by `npm start` or `npm run dev`. Tries another port if the chosen port is taken. */
export async function startSuiteBy(command: "start" | "dev", ...args: string[]): Promise<StartedSuite> {
  for (;;) {
    // These ports are below those that Linux uses for outgoing connections.
    const port = 12_000 + Math.floor(Math.random() * 15_000);
    const running = runCommand(command, "--port", String(port), ...args);
    const readiness = [waitForOutput(running, "Logbook ready: ").then(() => true), running.exitCode.then(() => false)];
    const isReady = await Promise.race(readiness);
    const isPortTaken = /Port \d+ \(\w+\) is taken|port taken/.test(running.output());
    if (!isReady && isPortTaken) continue;
    if (!isReady) throw new Error(`The suite did not start:\n${running.output()}`);
    const suiteFile = inRoot(".data", "run", String(port), "suite.json");
    const { env, id, launcherPid } = JSON.parse(readFileSync(suiteFile, "utf8")) as SuiteFile;
    return {
      ...running,
      url: `http://127.0.0.1:${port}`,
      port,
      env,
      launcherPid,
      processes: (commandLine) => processesOfSuite(id).filter((pid) => commandLine.test(commandLineOf(pid))),
    };
  }
}

async function waitForOutput(running: RunningCommand, text: string): Promise<void> {
  while (!running.output().includes(text)) await once(running.process.stdout!, "data");
}

/** Stops a suite as Ctrl-C does. Returns the exit code. */
export async function stopSuite(suite: RunningCommand): Promise<number | null> {
  suite.process.kill("SIGINT");
  return await suite.exitCode;
}
