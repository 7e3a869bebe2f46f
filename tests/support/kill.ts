import { readFileSync } from "node:fs";
import { expect } from "vitest";
import { isFree, type Started } from "./launcher.ts";

/** The processes of a suite that it cannot do without, by their command lines, and the names that the launcher gives them. */
export const VITAL = {
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

/** Kills processes, at least one, and gives them. */
export function killed(pids: number[]): number[] {
  expect(pids).not.toEqual([]);
  for (const pid of pids) process.kill(pid, "SIGKILL");
  return pids;
}

/** Whether a process has ended, asked for or not. */
export function isOver(pid: number): boolean {
  try {
    return /\) Z /.test(readFileSync(`/proc/${pid}/stat`, "utf8"));
  } catch {
    return true;
  }
}

/** Signs in as a sample member; gives the status. */
export async function signIn({ url }: Started): Promise<number> {
  const response = await fetch(`${url}/api/auth/login`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ username: "max", password: "logbook-max" }),
  });
  await response.arrayBuffer();
  return response.status;
}

/** Kills a process that a suite cannot do without: the launcher says so, ends with 1 and leaves nothing behind. */
export async function expectToEndWithout(
  suite: Started,
  { command, name }: { command: RegExp; name: string },
): Promise<void> {
  const [pid] = killed(suite.processes(command));
  expect(await suite.code).toBe(1);
  expect(suite.output()).toContain(`${name} (process ${pid}) was killed or crashed, so the suite was stopped.`);
  expect(suite.output()).toMatch(/The save of \d\d:\d\d:\d\d is still there, .* Run the command again to go on/);
  expect(suite.processes(/./)).toEqual([]);
  for (const port of Object.values(suite.env).flatMap((value) => /:(\d+)$/.exec(value)?.[1] ?? []))
    await expect.poll(() => isFree(Number(port)), { timeout: 5_000, message: port }).toBe(true);
}
