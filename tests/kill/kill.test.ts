import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { portOwner } from "../../suite/machine/port-owner.ts";
import { expectToStopWithout, kill, signIn, VITAL_PROCESSES } from "../support/kill.ts";
import { startSuite, startSuiteBy, stopSuite } from "../support/launcher.ts";

const data = mkdtempSync(join(tmpdir(), "logbook-saved-"));
afterAll(() => rmSync(data, { recursive: true, force: true }));

describe("npm start", () => {
  it.each(Object.values(VITAL_PROCESSES).map((vital) => [vital.name, vital] as const))(
    "stops with a message and leaves no process if one of its processes is killed (%s); the next start has the saved data",
    async (_, vital) => {
      const suite = await startSuite("--data", data);
      try {
        expect(await signIn(suite)).toBe(200);
        await expectToStopWithout(suite, vital);
      } finally {
        await stopSuite(suite);
      }
    },
  );
});

describe("npm run dev", () => {
  it("saves its data and stops with a message if Vite's server is killed", async () => {
    const suite = await startSuiteBy("dev", "--data", data);
    const vite = portOwner(Number(/Logbook ready: \S+:(\d+)/.exec(suite.output())?.[1]));
    expect(vite?.command).toContain("vite");
    kill([vite!.pid]);
    expect(await suite.code).toBe(1);
    expect(suite.output()).toContain("the next start uses this data.");
    expect(suite.output()).toContain("Vite's server ended by itself; its output is above. Run the command again.");
    expect(suite.processes(/./)).toEqual([]);
  });
});
