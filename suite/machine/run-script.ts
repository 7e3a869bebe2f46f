import { spawn } from "node:child_process";
import { once } from "node:events";
import { ROOT } from "../command-line/paths.ts";
import { whenAborted } from "../command-line/stop-signal.ts";
import { isGroupAlive, sendSignal, waitUntil } from "./processes.ts";

/** This is long because a suite that a test has started saves its data before it ends. */
const END_TIMEOUT_MS = 120_000;

/**
 * Runs a script with Node, and returns its exit code once all processes that it has started have ended. SIGTERM goes
 * to the script and these processes when `stopSignal` aborts, and to these processes when the script ends by itself.
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
    // The script gets a process group of its own, so that signals reach all processes that it starts.
    detached: true,
  });
  const groupId = child.pid!;
  const ended = once(child, "exit") as Promise<[code: number | null]>;
  void whenAborted(stopSignal).then(() => sendSignal(-groupId, "SIGTERM"));
  const [code] = await ended;
  if (isGroupAlive(groupId)) sendSignal(-groupId, "SIGTERM");
  if (!(await waitUntil(() => !isGroupAlive(groupId), END_TIMEOUT_MS))) sendSignal(-groupId, "SIGKILL");
  // `null`: a signal has ended the script.
  return code ?? 1;
}
