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

const file = (name: string): string => join(folder, name);

/** Writes a script that needs half a second to end after SIGTERM, like a suite that saves. */
function writeSuite(): string {
  writeFileSync(
    file("suite.mjs"),
    `import { writeFileSync } from "node:fs";
    process.on("SIGTERM", () => setTimeout(() => {
      writeFileSync(${JSON.stringify(file("saved"))}, "");
      process.exit();
    }, 500));
    setInterval(() => {}, 1000);
    writeFileSync(${JSON.stringify(file("ready"))}, "");`,
  );
  return file("suite.mjs");
}

/** Writes a script that starts the script of `writeSuite`, like a test runner, and runs the code `then` after that. */
function writeRunner(then: string): string {
  writeFileSync(
    file("runner.mjs"),
    `import { spawn } from "node:child_process";
    import { existsSync } from "node:fs";
    spawn(process.execPath, [${JSON.stringify(writeSuite())}], { stdio: "ignore" });
    const isReady = () => existsSync(${JSON.stringify(file("ready"))});
    const timer = setInterval(() => { if (isReady()) { ${then} } }, 20);`,
  );
  return file("runner.mjs");
}

describe("a script that starts processes", () => {
  it("ends after the last of these processes when it is told to stop", async () => {
    const controller = new AbortController();
    const running = runScript([writeRunner("")], {}, controller.signal);
    await expect.poll(() => existsSync(file("ready")), { timeout: 10_000 }).toBe(true);
    controller.abort();
    expect(await running).toBe(1);
    expect(existsSync(file("saved"))).toBe(true);
  });

  it("leaves none of these processes running when it ends by itself", async () => {
    const running = runScript([writeRunner("process.exit(3)")], {}, new AbortController().signal);
    expect(await running).toBe(3);
    expect(existsSync(file("saved"))).toBe(true);
  });
});
