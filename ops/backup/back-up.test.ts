import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { inRoot } from "../../suite/command-line/paths.ts";
import { registerSuite, runFolder } from "../../suite/launcher/running-suites.ts";

// A suite that chooses a free port by itself takes a lower port.
const PORT = 61_001;

let folder: string;
let fakeServices: Server;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "back-up-"));
  // The services answer one query only, so that the backup begins its archive and then waits.
  let queryCount = 0;
  fakeServices = createServer((request, response) => {
    if (request.url === "/") response.end("{}");
    else if (queryCount++ === 0) response.end(JSON.stringify([{ readTime: "2026-01-01T00:00:00Z" }]));
  }).listen(0, "127.0.0.1");
  await once(fakeServices, "listening");
  const host = `127.0.0.1:${(fakeServices.address() as AddressInfo).port}`;
  const env = {
    FIREBASE_EMULATOR_HUB: host,
    FIRESTORE_EMULATOR_HOST: host,
    FIREBASE_AUTH_EMULATOR_HOST: host,
    FIREBASE_STORAGE_EMULATOR_HOST: host,
  };
  registerSuite(PORT, { projectId: "demo-x", env, id: "id-of-back-up-test", leftovers: [] });
});
afterEach(() => {
  fakeServices.closeAllConnections();
  fakeServices.close();
  for (const path of [folder, runFolder(PORT)]) rmSync(path, { recursive: true, force: true });
});

/** Starts `npm run backup` on the fake suite. `output()` is what it has printed until now. */
function startBackup(out: string) {
  const child = spawn(process.execPath, [inRoot("ops", "commands", "backup.ts"), "--port", String(PORT), "--out", out]);
  let output = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk: Buffer) => (output += chunk));
  const exitCode = once(child, "close").then(([code]) => code as number | null);
  return { child, exitCode, output: () => output };
}

describe("a backup", () => {
  it("leaves no half-written file when it is stopped", async () => {
    const file = join(folder, "all.tar.gz");
    const backup = startBackup(file);
    await expect.poll(() => existsSync(`${file}.${backup.child.pid}.part`), { timeout: 30_000 }).toBe(true);
    backup.child.kill("SIGINT");
    expect(await backup.exitCode).toBe(130);
    expect(backup.output()).toContain("stopped, ");
    expect(readdirSync(folder)).toEqual([]);
  }, 60_000);

  it("is refused if --out names a folder", async () => {
    const backup = startBackup(folder);
    expect(await backup.exitCode).toBe(1);
    expect(backup.output()).toContain(`${folder} is a folder. Name a file in it with --out FILE.`);
  }, 60_000);
});
