import { spawn } from "node:child_process";
import { once } from "node:events";
import { ROOT } from "../command-line/paths.ts";
import { whenAborted } from "../command-line/stop-signal.ts";
import { isGroupAlive, sendSignal, waitUntil } from "./processes.ts";

/** Long, because a suite that a test has started saves its data before it ends. */
const END_TIMEOUT_MS = 120_000;

/**
 * Runs a script with Node, with its output on the terminal, and returns its exit code. The script and all processes
 * that it starts are one group: when `stopSignal` aborts, each gets SIGTERM, and this function waits for the last one.
 */
export async function runScript(
  script: readonly string[],
  env: NodeJS.ProcessEnv,
  stopSignal: AbortSignal,
): Promise<number> {
  const child = spawn(process.execPath, script, {
    cwd: ROOT,
    env: { ...process.env, ...env },
    stdio: ["ignore", "inherit", "inherit"],
    detached: true,
  });
  const group = child.pid!;
  const ended = once(child, "exit") as Promise<[code: number | null]>;
  void whenAborted(stopSignal).then(() => sendSignal(-group, "SIGTERM"));
  const [code] = await ended;
  if (isGroupAlive(group)) sendSignal(-group, "SIGTERM");
  if (!(await waitUntil(() => !isGroupAlive(group), END_TIMEOUT_MS))) sendSignal(-group, "SIGKILL");
  return code ?? 1;
}
