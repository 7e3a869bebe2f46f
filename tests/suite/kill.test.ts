import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { isAlive } from "../../suite/command-line/lock.mjs";
import { expectToStopWithout, kill, signIn, VITAL_PROCESSES } from "../support/kill.ts";
import { runToEnd, type StartedSuite, startSuite, stopSuite } from "../support/launcher.ts";

const FUNCTIONS = /functionsEmulatorRuntime/;

const data = mkdtempSync(join(tmpdir(), "logbook-saved-"));
afterAll(() => rmSync(data, { recursive: true, force: true }));

describe("npm start, while it runs,", () => {
  let suite: StartedSuite;
  beforeAll(async () => {
    suite = await startSuite("--data", data);
  });
  afterAll(async () => {
    await stopSuite(suite);
  });

  it("refuses a second start on the same data, and names the process that has it", async () => {
    const second = await runToEnd("start", "--data", data, "--port", String(suite.port + 1));
    expect(second.code).toBe(1);
    expect(second.output).toContain(`is running at ${suite.url} (process ${suite.launcher}, since `);
    expect(await signIn(suite)).toBe(200);
  });

  it("refuses a second start on its port, and names the process that has it", async () => {
    const second = await runToEnd("start", "--empty", "--port", String(suite.port));
    expect(second.code).toBe(1);
    expect(second.output).toContain(`is being started or runs there (process ${suite.launcher}).`);
    expect(second.output).toMatch(/for example with --port \d+\./);
    expect(await signIn(suite)).toBe(200);
  });

  it("still answers after the functions' processes are killed", async () => {
    kill(suite.processes(FUNCTIONS));
    await expect.poll(() => signIn(suite), { timeout: 20_000 }).toBe(200);
    expect(suite.process.exitCode).toBeNull();
  });

  it("can be killed: the next start cleans up, reports that and has the saved data", async () => {
    let before: StartedSuite;
    let attempts = 0;
    const report = () =>
      `The suite at ${before.url} was killed (process ${before.launcher}); its remaining processes and files were removed.`;
    // The next start may be one of another test file, which runs at the same time; then this suite is killed again.
    do {
      before = suite;
      before.process.kill("SIGKILL");
      process.kill(before.launcher, "SIGKILL");
      await before.code;
      await expect.poll(() => isAlive(before.launcher), { timeout: 10_000 }).toBe(false);
      suite = await startSuite("--data", data);
      attempts += 1;
    } while (attempts < 3 && !suite.output().includes(report()));
    expect(suite.output()).toContain(report());
    expect(suite.output()).toMatch(/Continuing with the save of \d\d:\d\d:\d\d\./);
    expect(before.processes(/./)).toEqual([]);
    expect(await signIn(suite)).toBe(200);
  });

  it("stops with a message and leaves no process if the Firestore emulator is killed; the next start has the saved data", async () => {
    await expectToStopWithout(suite, VITAL_PROCESSES.firestore);
    suite = await startSuite("--data", data);
    expect(await signIn(suite)).toBe(200);
    expect(await stopSuite(suite)).toBe(0);
  });
});
