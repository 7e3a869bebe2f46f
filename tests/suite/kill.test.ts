import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { portOwner } from "../../emulators/src/port-owner.ts";
import { isFree, outcome, type Started, start, startBy, stop } from "../support/launcher.ts";

const data = mkdtempSync(join(tmpdir(), "logbook-kept-"));
afterAll(() => rmSync(data, { recursive: true, force: true }));

const FIRESTORE = /firestore\S*\.jar/;
const FIREBASE_TOOLS = /^\S*node\S* .*firebase\.js emulators:start/;
const STORAGE_RULES = /storage-rules\/main\.ts|storage-rules\S*\.jar/;
const FUNCTIONS = /functionsEmulatorRuntime/;

function killed(pids: number[]): number[] {
  expect(pids).not.toEqual([]);
  for (const pid of pids) process.kill(pid, "SIGKILL");
  return pids;
}

/** Whether a process has ended, asked for or not. */
function isOver(pid: number): boolean {
  try {
    return /\) Z /.test(readFileSync(`/proc/${pid}/stat`, "utf8"));
  } catch {
    return true;
  }
}

async function signIn({ url }: Started): Promise<number> {
  const response = await fetch(`${url}/api/auth/login`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ username: "max", password: "logbook-max" }),
  });
  await response.arrayBuffer();
  return response.status;
}

describe("npm start", () => {
  let suite: Started | undefined;
  afterEach(async () => {
    if (suite !== undefined) await stop(suite);
  });

  it.each([
    ["the Firestore emulator", FIRESTORE, "The Firestore emulator"],
    ["firebase-tools", FIREBASE_TOOLS, "firebase-tools, which runs the emulators,"],
    ["the Storage emulator's rules runtime", STORAGE_RULES, "The Storage emulator's rules runtime"],
  ])(
    "says so, ends and leaves nothing behind when %s is killed; the next start has what was saved",
    async (_, command, name) => {
      suite = await start("--data", data);
      expect(await signIn(suite)).toBe(200);
      const [pid] = killed(suite.processes(command));
      expect(await suite.code).toBe(1);
      expect(suite.said()).toContain(`${name} (process ${pid}) was killed or crashed, so the suite was stopped.`);
      expect(suite.said()).toMatch(
        /What was saved at \d\d:\d\d:\d\d is still there, .* Run the command again to go on/,
      );
      expect(suite.processes(/./)).toEqual([]);
      for (const port of Object.values(suite.env).flatMap((value) => /:(\d+)$/.exec(value)?.[1] ?? []))
        await expect.poll(() => isFree(Number(port)), { timeout: 5_000, message: port }).toBe(true);
    },
  );
});

describe("npm run dev", () => {
  it("says so, saves and ends when Vite's server is killed", async () => {
    const suite = await startBy("dev", "--data", data);
    const vite = portOwner(Number(/Logbook ready: \S+:(\d+)/.exec(suite.said())?.[1]));
    expect(vite?.command).toContain("vite");
    killed([vite!.pid]);
    expect(await suite.code).toBe(1);
    expect(suite.said()).toContain("the next start has it back.");
    expect(suite.said()).toContain("Vite's server ended by itself; what it said is above. Run the command again.");
    expect(suite.processes(/./)).toEqual([]);
  });
});

describe("npm start, while it runs,", () => {
  let suite: Started;
  beforeAll(async () => {
    suite = await start("--data", data);
  });
  afterAll(async () => {
    await stop(suite);
  });

  it("refuses a second start on the same data, and says who has it", async () => {
    const second = await outcome("start", "--data", data, "--port", String(suite.port + 1));
    expect(second.code).toBe(1);
    expect(second.said).toContain(`is running at ${suite.url} (process ${suite.launcher}, since `);
    expect(await signIn(suite)).toBe(200);
  });

  it("refuses a second start on its port, and says who has it", async () => {
    const second = await outcome("start", "--empty", "--port", String(suite.port));
    expect(second.code).toBe(1);
    expect(second.said).toContain(`is being started or runs there (process ${suite.launcher}).`);
    expect(second.said).toMatch(/for example with --port \d+\./);
    expect(await signIn(suite)).toBe(200);
  });

  it("answers on when the functions' processes are killed", async () => {
    killed(suite.processes(FUNCTIONS));
    await expect.poll(() => signIn(suite), { timeout: 20_000 }).toBe(200);
    expect(suite.process.exitCode).toBeNull();
  });

  it("keeps nobody out when it is killed itself: the next start clears up, says so and has what was saved", async () => {
    const before = suite;
    before.process.kill("SIGKILL");
    process.kill(before.launcher, "SIGKILL");
    await before.code;
    await expect.poll(() => isOver(before.launcher), { timeout: 10_000 }).toBe(true);
    suite = await start("--data", data);
    expect(suite.said()).toContain(
      `The suite at ${before.url} was killed (process ${before.launcher}); what was left of it is cleared away.`,
    );
    expect(suite.said()).toMatch(/Going on with what was saved at \d\d:\d\d:\d\d\./);
    expect(before.processes(/./)).toEqual([]);
    expect(await signIn(suite)).toBe(200);
    expect(await stop(suite)).toBe(0);
  });
});
