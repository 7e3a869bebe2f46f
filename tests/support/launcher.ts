import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { createServer } from "node:net";
import { fileURLToPath } from "node:url";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));

/** A running command of the project: its output so far, and its exit code once it has ended. */
export interface Running {
  process: ChildProcess;
  output(): string;
  code: Promise<number | null>;
}

/** Runs a command of the project as from another terminal: the environment has only the engine of the test's suite. */
export function run(command: string, ...args: string[]): Running {
  const foreign = /^(npm_|INIT_CWD|LOGBOOK_(?!ENGINE$)|FIREBASE_|FIRESTORE_|GCLOUD_|STORAGE_|VITEST|NODE_ENV|TEST$)/;
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !foreign.test(name)));
  const child = spawn(process.execPath, ["run.mjs", command, ...args], { cwd: ROOT, env });
  let output = "";
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding("utf8").on("data", (text: string) => {
      output += text;
    });
  return { process: child, output: () => output, code: once(child, "close").then(([code]) => code as number | null) };
}

export async function outcome(command: string, ...args: string[]): Promise<{ code: number | null; output: string }> {
  const running = run(command, ...args);
  return { code: await running.code, output: running.output() };
}

export interface Started extends Running {
  url: string;
  port: number;
  env: Record<string, string>;
  /** The id of the process that run.mjs started for the command. */
  launcher: number;
  /** The ids of the suite's running processes whose command lines match. */
  processes(command: RegExp): number[];
}

/** Starts a suite and waits until it is ready; throws with its output if it ends before. */
export function start(...args: string[]): Promise<Started> {
  return startBy("start", ...args);
}

export async function startBy(command: "start" | "dev", ...args: string[]): Promise<Started> {
  for (;;) {
    // Below the ports that Linux uses for outgoing connections.
    const port = 12_000 + Math.floor(Math.random() * 15_000);
    const running = run(command, "--port", String(port), ...args);
    const isReady = await Promise.race([running.code.then(() => false), hasPrinted(running, `Logbook ready: `)]);
    if (!isReady && /Port \d+ \(\w+\) is taken|port taken/.test(running.output())) continue;
    if (!isReady) throw new Error(`The suite did not start:\n${running.output()}`);
    const file = `${ROOT}/.data/run/${port}/suite.json`;
    const { env, id, launcher } = JSON.parse(readFileSync(file, "utf8")) as Pick<Started, "env" | "launcher"> & {
      id: string;
    };
    return {
      ...running,
      url: `http://127.0.0.1:${port}`,
      port,
      env,
      launcher,
      processes: (command) => processesOfSuite(id).filter((pid) => command.test(commandOf(pid))),
    };
  }
}

async function hasPrinted(running: Running, text: string): Promise<boolean> {
  while (!running.output().includes(text)) await once(running.process.stdout!, "data");
  return true;
}

/** Stops a suite as Ctrl-C does; returns its exit code. */
export async function stop(suite: Running): Promise<number | null> {
  suite.process.kill("SIGINT");
  return await suite.code;
}

export async function isFree(port: number): Promise<boolean> {
  const server = createServer().listen(port, "127.0.0.1");
  const free = await once(server, "listening").then(
    () => true,
    () => false,
  );
  server.close();
  return free;
}

function processesOfSuite(id: string): number[] {
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name) && existsSync(`/proc/${name}/environ`))
    .map(Number)
    .filter((pid) => read(pid, "environ").includes(`LOGBOOK_SUITE=${id}`));
}

function commandOf(pid: number): string {
  return read(pid, "cmdline").replaceAll("\0", " ");
}

function read(pid: number, file: string): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, "utf8");
  } catch {
    return "";
  }
}
