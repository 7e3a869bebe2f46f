import { expect } from "vitest";
import { isFree } from "../../suite/launcher/ports.ts";
import type { StartedSuite } from "./launcher.ts";
import { patient } from "./patience.ts";

/** The processes without which a suite cannot run, with patterns of their command lines and their names in messages. */
export const VITAL_PROCESSES = {
  firestore: { command: /firestore\S*\.jar/, name: "The Firestore emulator" },
  firebaseTools: {
    command: /^\S*node\S* .*firebase\.js emulators:start/,
    name: "firebase-tools, which runs the emulators,",
  },
  storageRules: {
    command: /storage-rules\/main\.ts|storage-rules\S*\.jar/,
    name: "The Storage emulator's rules runtime",
  },
} as const;

/** Kills processes and returns their ids. Fails if there are no processes. */
export function killProcesses(pids: number[]): number[] {
  expect(pids).not.toEqual([]);
  for (const pid of pids) process.kill(pid, "SIGKILL");
  return pids;
}

/** Logs in as the sample member max. Returns the HTTP status. */
export async function logInAsMax({ url }: StartedSuite): Promise<number> {
  const response = await fetch(`${url}/api/auth/login`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ username: "max", password: "logbook-max" }),
  });
  await response.arrayBuffer();
  return response.status;
}

/** Kills a process and expects that the launcher reports it, exits with 1 and leaves no process and no used port. */
export async function expectStopAfterKilling(
  suite: StartedSuite,
  { command, name }: { command: RegExp; name: string },
): Promise<void> {
  const [pid] = killProcesses(suite.processes(command));
  expect(await suite.exitCode).toBe(1);
  expect(suite.output()).toContain(`${name} (process ${pid}) was killed or crashed, so the suite was stopped.`);
  expect(suite.output()).toMatch(/The save of \d\d:\d\d:\d\d is still there, .* Run the command again to go on/);
  expect(suite.processes(/./)).toEqual([]);
  const ports = Object.values(suite.env).flatMap((value) => /:(\d+)$/.exec(value)?.[1] ?? []);
  for (const port of ports)
    await expect.poll(() => isFree(Number(port)), { timeout: patient(5_000), message: port }).toBe(true);
}
