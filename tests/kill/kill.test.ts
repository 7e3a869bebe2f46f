import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { portOwner } from "../../suite/machine/processes.ts";
import { expectStopAfterKilling, killProcesses, logInAsMax, VITAL_PROCESSES } from "../support/kill.ts";
import { startSuite, startSuiteBy, stopSuite } from "../support/launcher.ts";

const dataFolder = mkdtempSync(join(tmpdir(), "logbook-saved-"));
afterAll(() => rmSync(dataFolder, { recursive: true, force: true }));

describe("npm start", () => {
  it.each(Object.values(VITAL_PROCESSES).map((vitalProcess) => [vitalProcess.name, vitalProcess] as const))(
    "stops with a message, leaves no process and keeps the saved data if this process is killed: %s",
    async (_, vitalProcess) => {
      const suite = await startSuite("--data", dataFolder);
      try {
        expect(await logInAsMax(suite)).toBe(200);
        await expectStopAfterKilling(suite, vitalProcess);
      } finally {
        await stopSuite(suite);
      }
    },
  );
});

describe("npm run dev", () => {
  it("saves its data and stops with a message if Vite's server is killed", async () => {
    const suite = await startSuiteBy("dev", "--data", dataFolder);
    const [, port] = /Logbook ready: \S+:(\d+)/.exec(suite.output())!;
    const vite = portOwner(Number(port));
    expect(vite?.command).toContain("vite");
    killProcesses([vite!.pid]);
    expect(await suite.exitCode).toBe(1);
    expect(suite.output()).toContain("the next start uses this data.");
    expect(suite.output()).toContain("Vite's server ended by itself; its output is above. Run the command again.");
    expect(suite.processes(/./)).toEqual([]);
  });
});
