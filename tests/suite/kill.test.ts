import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { isAlive } from "../../suite/command-line/lock.mjs";
import { expectStopAfterKilling, killProcesses, logInAsMax, VITAL_PROCESSES } from "../support/kill.ts";
import { runToEnd, type StartedSuite, startSuite, stopSuite } from "../support/launcher.ts";
import { patient } from "../support/patience.ts";

const FUNCTIONS_PROCESS = /functionsEmulatorRuntime/;

const dataFolder = mkdtempSync(join(tmpdir(), "logbook-saved-"));
afterAll(() => rmSync(dataFolder, { recursive: true, force: true }));

describe("npm start, while it runs,", () => {
  let suite: StartedSuite;
  beforeAll(async () => {
    suite = await startSuite("--data", dataFolder);
  });
  afterAll(async () => {
    await stopSuite(suite);
  });

  it("refuses a second start with the same data, and names the process that uses the data", async () => {
    const secondStart = await runToEnd("start", "--data", dataFolder, "--port", String(suite.port + 1));
    expect(secondStart.code).toBe(1);
    expect(secondStart.output).toContain(`is running at ${suite.url} (process ${suite.launcherPid}, since `);
    expect(await logInAsMax(suite)).toBe(200);
  });

  it("refuses a second start on the same port, and names the process that uses the port", async () => {
    const secondStart = await runToEnd("start", "--empty", "--port", String(suite.port));
    expect(secondStart.code).toBe(1);
    expect(secondStart.output).toContain(`is being started or runs there (process ${suite.launcherPid}).`);
    expect(secondStart.output).toMatch(/for example with --port \d+\./);
    expect(await logInAsMax(suite)).toBe(200);
  });

  it("answers again after the functions' processes are killed", async () => {
    killProcesses(suite.processes(FUNCTIONS_PROCESS));
    await expect.poll(() => logInAsMax(suite), { timeout: patient(20_000) }).toBe(200);
    expect(suite.process.exitCode).toBeNull();
  });

  it("can be killed: the next start removes the remaining processes, says so and has the saved data", async () => {
    let killedSuite: StartedSuite;
    let attempts = 0;
    const cleanUpMessage = () =>
      `The suite at ${killedSuite.url} was killed (process ${killedSuite.launcherPid}); its remaining processes and files were removed.`;
    // Another test file may start a suite at the same time, and that start may clean up first. Then kill again.
    do {
      killedSuite = suite;
      killedSuite.process.kill("SIGKILL");
      process.kill(killedSuite.launcherPid, "SIGKILL");
      await killedSuite.exitCode;
      await expect.poll(() => isAlive(killedSuite.launcherPid), { timeout: patient(10_000) }).toBe(false);
      suite = await startSuite("--data", dataFolder);
      attempts += 1;
    } while (attempts < 3 && !suite.output().includes(cleanUpMessage()));
    expect(suite.output()).toContain(cleanUpMessage());
    expect(suite.output()).toMatch(/Continuing with the save of \d\d:\d\d:\d\d\./);
    expect(killedSuite.processes(/./)).toEqual([]);
    expect(await logInAsMax(suite)).toBe(200);
  });

  it("stops with a message and no processes if the Firestore emulator is killed; the next start has the saved data", async () => {
    await expectStopAfterKilling(suite, VITAL_PROCESSES.firestore);
    suite = await startSuite("--data", dataFolder);
    expect(await logInAsMax(suite)).toBe(200);
    expect(await stopSuite(suite)).toBe(0);
  });
});
