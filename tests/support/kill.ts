import { expect } from "vitest";
import { isFree } from "../../suite/launcher/ports.ts";
import type { StartedSuite } from "./launcher.ts";

/** The processes without which a suite cannot run: their command lines, and their names in the launcher's messages. */
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

/** Kills processes and returns their ids; fails if there are none. */
export function kill(pids: number[]): number[] {
  expect(pids).not.toEqual([]);
  for (const pid of pids) process.kill(pid, "SIGKILL");
  return pids;
}

/** Logs in as a sample member; returns the status. */
export async function signIn({ url }: StartedSuite): Promise<number> {
  const response = await fetch(`${url}/api/auth/login`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ username: "max", password: "logbook-max" }),
  });
  await response.arrayBuffer();
  return response.status;
}

/** Kills a vital process and expects the launcher to report that, exit with 1 and leave no process. */
export async function expectToStopWithout(
  suite: StartedSuite,
  { command, name }: { command: RegExp; name: string },
): Promise<void> {
  const [pid] = kill(suite.processes(command));
  expect(await suite.code).toBe(1);
  expect(suite.output()).toContain(`${name} (process ${pid}) was killed or crashed, so the suite was stopped.`);
  expect(suite.output()).toMatch(/The save of \d\d:\d\d:\d\d is still there, .* Run the command again to go on/);
  expect(suite.processes(/./)).toEqual([]);
  for (const port of Object.values(suite.env).flatMap((value) => /:(\d+)$/.exec(value)?.[1] ?? []))
    await expect.poll(() => isFree(Number(port)), { timeout: 5_000, message: port }).toBe(true);
}
