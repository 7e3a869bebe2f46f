import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { inRoot, ROOT } from "../../suite/command-line/paths.ts";
import { commandLineOf, processesOfSuite } from "../../suite/machine/processes.ts";

/** A running command of the project: its output so far, and its exit code once it has ended. */
export interface RunningCommand {
  process: ChildProcess;
  output(): string;
  code: Promise<number | null>;
}

/** Runs a command of the project as from a new terminal: of the test's own variables it gets only the engine. */
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
  return { process: child, output: () => output, code: once(child, "close").then(([code]) => code as number | null) };
}

export async function runToEnd(command: string, ...args: string[]): Promise<{ code: number | null; output: string }> {
  const running = runCommand(command, ...args);
  return { code: await running.code, output: running.output() };
}

export interface StartedSuite extends RunningCommand {
  url: string;
  port: number;
  env: Record<string, string>;
  /** The id of the process that run.mjs started for the command. */
  launcher: number;
  /** The ids of the suite's running processes whose command lines match. */
  processes(command: RegExp): number[];
}

/** Starts a suite and waits until it is ready; throws with its output if it ends before. */
export function startSuite(...args: string[]): Promise<StartedSuite> {
  return startSuiteBy("start", ...args);
}

export async function startSuiteBy(command: "start" | "dev", ...args: string[]): Promise<StartedSuite> {
  for (;;) {
    // These ports are below those that Linux uses for outgoing connections.
    const port = 12_000 + Math.floor(Math.random() * 15_000);
    const running = runCommand(command, "--port", String(port), ...args);
    const isReady = await Promise.race([running.code.then(() => false), waitForOutput(running, `Logbook ready: `)]);
    if (!isReady && /Port \d+ \(\w+\) is taken|port taken/.test(running.output())) continue;
    if (!isReady) throw new Error(`The suite did not start:\n${running.output()}`);
    const file = inRoot(".data", "run", String(port), "suite.json");
    const { env, id, launcher } = JSON.parse(readFileSync(file, "utf8")) as Pick<StartedSuite, "env" | "launcher"> & {
      id: string;
    };
    return {
      ...running,
      url: `http://127.0.0.1:${port}`,
      port,
      env,
      launcher,
      processes: (command) => processesOfSuite(id).filter((pid) => command.test(commandLineOf(pid))),
    };
  }
}

async function waitForOutput(running: RunningCommand, text: string): Promise<boolean> {
  while (!running.output().includes(text)) await once(running.process.stdout!, "data");
  return true;
}

/** Stops a suite as Ctrl-C does; returns its exit code. */
export async function stopSuite(suite: RunningCommand): Promise<number | null> {
  suite.process.kill("SIGINT");
  return await suite.code;
}
