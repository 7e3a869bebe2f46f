import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { tryLock } from "../command-line/lock.mjs";
import { SUITE_ID_VARIABLE } from "../machine/processes.ts";
import {
  cleanUpKilledSuites,
  type RunningSuite,
  registerSuite,
  requireRunningSuite,
  runFolder,
} from "./running-suites.ts";

// No suite can have the ports 1 and 2, so no suite uses their folders.
const PORT = 1;
const FOLDER = runFolder(PORT);
const NONE_IS_RUNNING = `No suite is running at http://127.0.0.1:${PORT}. Start it with npm start`;

/** A server on the hub's port: the suite's hub, or another program that has taken the port. */
let hub: Server;
let suite: RunningSuite;
beforeAll(async () => {
  hub = createServer((_, response) => response.end("{}")).listen(0, "127.0.0.1");
  await once(hub, "listening");
});
afterAll(() => hub.close());
beforeEach(() => {
  const env = { FIREBASE_EMULATOR_HUB: `127.0.0.1:${(hub.address() as AddressInfo).port}` };
  suite = registerSuite(PORT, { projectId: "demo-x", env, id: "id-of-running-test", leftovers: [] });
});
afterEach(() => rmSync(FOLDER, { recursive: true, force: true }));

const endedProcessId = (): number => spawnSync("true").pid;

function changeRecord(changes: Partial<RunningSuite>): void {
  writeFileSync(join(FOLDER, "suite.json"), JSON.stringify({ ...suite, ...changes }));
}

/** Starts a process of the suite that outlives the killed launcher, as firebase-tools does while it ends. */
async function startLeftBehindProcess(): Promise<ChildProcess> {
  const child = spawn("cat", { env: { ...process.env, [SUITE_ID_VARIABLE]: suite.id }, stdio: "pipe" });
  await expect.poll(() => readFileSync(`/proc/${child.pid}/comm`, "utf8"), { timeout: 10_000 }).toBe("cat\n");
  return child;
}

describe("a suite that is recorded on the disk", () => {
  it("is running while its launcher lives and its hub answers", async () => {
    expect(await requireRunningSuite(PORT)).toEqual(suite);
    changeRecord({ env: { FIREBASE_EMULATOR_HUB: "127.0.0.1:1" } });
    await expect(requireRunningSuite(PORT)).rejects.toThrow(NONE_IS_RUNNING);
  });

  it("is not running once the launcher was killed, even if another program answers on the hub's port", async () => {
    changeRecord({ launcherPid: endedProcessId() });
    await expect(requireRunningSuite(PORT)).rejects.toThrow(NONE_IS_RUNNING);
  });

  it("is not running if another process now has the launcher's id", async () => {
    changeRecord({ startTime: "1" });
    await expect(requireRunningSuite(PORT)).rejects.toThrow(NONE_IS_RUNNING);
  });

  it("is running while one of its processes lives, even without its launcher", async () => {
    const child = await startLeftBehindProcess();
    changeRecord({ launcherPid: endedProcessId() });
    expect(await requireRunningSuite(PORT)).toMatchObject({ projectId: "demo-x" });
    child.stdin!.end();
    await once(child, "exit");
    await expect(requireRunningSuite(PORT)).rejects.toThrow(NONE_IS_RUNNING);
  });
});

describe("after a killed suite", () => {
  it("the stale lock of its port is removed, and no other lock", async () => {
    const [staleLock, heldLock] = [`${FOLDER}.lock`, `${runFolder(2)}.lock`];
    writeFileSync(staleLock, `${endedProcessId()}@1\n\n`);
    const release = tryLock(heldLock);
    await cleanUpKilledSuites();
    expect([staleLock, heldLock].map((file) => existsSync(file))).toEqual([false, true]);
    release?.();
  });

  it("its folder is removed, even if another process now has the launcher's id", async () => {
    expect(await cleanUpKilledSuites()).not.toContainEqual(suite);
    expect(existsSync(FOLDER)).toBe(true);
    changeRecord({ startTime: "1" });
    expect(await cleanUpKilledSuites()).toContainEqual({ ...suite, startTime: "1" });
    expect(existsSync(FOLDER)).toBe(false);
  });
});
