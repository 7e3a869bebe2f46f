import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { runScript } from "./run-script.ts";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "run-script-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const pathOf = (name: string): string => join(folder, name);

/** Writes a script that needs half a second to end after SIGTERM, like a suite that saves. */
function writeSuite(): string {
  writeFileSync(
    pathOf("suite.mjs"),
    `import { writeFileSync } from "node:fs";
    process.on("SIGTERM", () => setTimeout(() => {
      writeFileSync(${JSON.stringify(pathOf("saved"))}, "");
      process.exit();
    }, 500));
    setInterval(() => {}, 1000);
    writeFileSync(${JSON.stringify(pathOf("ready"))}, "");`,
  );
  return pathOf("suite.mjs");
}

/** Writes a script that starts the script of `writeSuite`, as test runners do, and runs the code once it is ready. */
function writeRunner(codeWhenReady: string): string {
  writeFileSync(
    pathOf("runner.mjs"),
    `import { spawn } from "node:child_process";
    import { existsSync } from "node:fs";
    spawn(process.execPath, [${JSON.stringify(writeSuite())}], { stdio: "ignore" });
    const isReady = () => existsSync(${JSON.stringify(pathOf("ready"))});
    const timer = setInterval(() => { if (isReady()) { ${codeWhenReady} } }, 20);`,
  );
  return pathOf("runner.mjs");
}

describe("a script that starts processes", () => {
  it("ends after the last of these processes when it is told to stop", async () => {
    const controller = new AbortController();
    const exitCode = runScript([writeRunner("")], {}, controller.signal);
    await expect.poll(() => existsSync(pathOf("ready")), { timeout: 10_000 }).toBe(true);
    controller.abort();
    expect(await exitCode).toBe(1);
    expect(existsSync(pathOf("saved"))).toBe(true);
  });

  it("leaves none of these processes running when it ends by itself", async () => {
    const exitCode = runScript([writeRunner("process.exit(3)")], {}, new AbortController().signal);
    expect(await exitCode).toBe(3);
    expect(existsSync(pathOf("saved"))).toBe(true);
  });
});
