import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { tryLock } from "../command-line/lock.mjs";
import { MARK } from "../machine/processes.ts";
import {
  cleanUpKilledSuites,
  findRunningSuite,
  type RunningSuite,
  registerSuite,
  runFolder,
} from "./running-suites.ts";

// A port that no suite can have, so that its folder is ours.
const PORT = 1;
const FOLDER = runFolder(PORT);

/** What answers at the hub's port: this suite's own, or what has the port now. */
let hub: Server;
let suite: RunningSuite;
beforeAll(async () => {
  hub = createServer((_, response) => response.end("{}")).listen(0, "127.0.0.1");
  await once(hub, "listening");
});
afterAll(() => hub.close());
beforeEach(() => {
  const env = { FIREBASE_EMULATOR_HUB: `127.0.0.1:${(hub.address() as AddressInfo).port}` };
  suite = registerSuite(PORT, { projectId: "demo-x", env, mark: "mark-of-running-test", leftovers: [] });
});
afterEach(() => rmSync(FOLDER, { recursive: true, force: true }));

/** Changes what is written down of the suite. */
function rewrite(changed: Partial<RunningSuite>): void {
  writeFileSync(join(FOLDER, "suite.json"), JSON.stringify({ ...suite, ...changed }));
}

/** What of the suite outlives a launcher that was killed, as firebase-tools does while it saves. */
async function leftBehind(): Promise<ChildProcess> {
  const child = spawn("cat", { env: { ...process.env, [MARK]: suite.mark }, stdio: "pipe" });
  await expect.poll(() => readFileSync(`/proc/${child.pid}/comm`, "utf8"), { timeout: 10_000 }).toBe("cat\n");
  return child;
}

describe("a suite that is written down", () => {
  it("is the running one while its launcher lives and its hub answers", async () => {
    expect(await findRunningSuite(PORT)).toEqual(suite);
    rewrite({ env: { FIREBASE_EMULATOR_HUB: "127.0.0.1:1" } });
    expect(await findRunningSuite(PORT)).toBeNull();
  });

  it("is not, though something answers at its hub's port, once its launcher was killed", async () => {
    rewrite({ launcher: spawnSync("true").pid });
    expect(await findRunningSuite(PORT)).toBeNull();
  });

  it("is not when another process has its launcher's number", async () => {
    rewrite({ began: "1" });
    expect(await findRunningSuite(PORT)).toBeNull();
  });

  it("is while a process of its own lives, launcher or not", async () => {
    const child = await leftBehind();
    rewrite({ launcher: spawnSync("true").pid });
    expect(await findRunningSuite(PORT)).toMatchObject({ projectId: "demo-x" });
    child.stdin!.end();
    await once(child, "exit");
    expect(await findRunningSuite(PORT)).toBeNull();
  });
});

describe("after a killed suite", () => {
  it("its port's lock goes, and nobody else's", async () => {
    const [stale, held] = [`${FOLDER}.lock`, `${runFolder(2)}.lock`];
    writeFileSync(stale, `${spawnSync("true").pid}@1\n\n`);
    const release = tryLock(held);
    await cleanUpKilledSuites(() => {});
    expect([stale, held].map((file) => existsSync(file))).toEqual([false, true]);
    release?.();
  });

  it("is cleared up, also when another process has its launcher's number", async () => {
    expect(await cleanUpKilledSuites(() => {})).not.toContainEqual(suite);
    expect(existsSync(FOLDER)).toBe(true);
    rewrite({ began: "1" });
    expect(await cleanUpKilledSuites(() => {})).toContainEqual({ ...suite, began: "1" });
    expect(existsSync(FOLDER)).toBe(false);
  });
});
