import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Writable } from "node:stream";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { lockHolder, tryLock } from "./lock.mjs";

let folder: string;
let file: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "lock-"));
  file = join(folder, "data.lock");
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const endedProcessId = (): number => spawnSync("true").pid;

describe("a lock", () => {
  it("belongs to one process, names that process, and is free after its release", () => {
    const release = tryLock(file, "first");
    expect(lockHolder(file)).toEqual({ pid: process.pid, note: "first" });
    expect(tryLock(file, "second")).toBeNull();
    expect(lockHolder(file)?.note).toBe("first");
    release?.();
    expect(existsSync(file)).toBe(false);
    expect(tryLock(file)).not.toBeNull();
  });

  it("of a process that has ended is taken over", () => {
    writeFileSync(file, `${endedProcessId()}\nlong ago\n`);
    expect(lockHolder(file)).toBeNull();
    expect(tryLock(file, "now")).not.toBeNull();
    expect(lockHolder(file)?.note).toBe("now");
  });

  it("of a zombie process is taken over", async () => {
    // The child `cat` ends once descriptor 3 is closed. The parent has become `sleep`, which never waits for its child.
    const parent = spawn("sh", ["-c", "cat <&3 & echo $!; exec sleep 30"], {
      stdio: ["ignore", "pipe", "ignore", "pipe"],
    });
    try {
      const [printedId] = (await once(parent.stdout!, "data")) as [Buffer];
      const pid = String(printedId).trim();
      await expect.poll(() => readFileSync(`/proc/${parent.pid}/comm`, "utf8"), { timeout: 5_000 }).toBe("sleep\n");
      writeFileSync(file, `${pid}\nlong ago\n`);
      expect(lockHolder(file)?.pid).toBe(Number(pid));
      (parent.stdio[3] as Writable).end();
      await expect.poll(() => lockHolder(file), { timeout: 5_000 }).toBeNull();
      expect(existsSync(`/proc/${pid}`)).toBe(true);
    } finally {
      parent.kill();
    }
  });

  it("is taken over if another process has the id of the process that held it", () => {
    tryLock(file, "before the machine was restarted");
    const [holderLine = "", note] = readFileSync(file, "utf8").split("\n");
    expect(holderLine).toMatch(/^\d+@\d+$/);
    // No process of a test starts one clock tick after the machine.
    writeFileSync(file, `${process.pid}@1\n${note}\n`);
    expect(lockHolder(file)).toBeNull();
    expect(tryLock(file)).not.toBeNull();
  });

  it("of a process that has ended is taken over by only one of several processes that try at once", async () => {
    const script = `
      const { tryLock } = await import(${JSON.stringify(new URL("./lock.mjs", import.meta.url).href)});
      process.stdout.write("ready");
      await new Promise((go) => process.stdin.once("data", go));
      process.stdout.write(tryLock(${JSON.stringify(file)}) === null ? " no" : " yes");
      await new Promise((end) => process.stdin.once("end", end));`;
    writeFileSync(file, `${endedProcessId()}\nlong ago\n`);
    const processes = Array.from({ length: 6 }, () => {
      const child = spawn(process.execPath, ["--input-type=module", "-e", script]);
      let output = "";
      child.stdout.setEncoding("utf8").on("data", (text: string) => {
        output += text;
      });
      const waitFor = async (pattern: RegExp): Promise<void> => {
        while (!pattern.test(output)) await once(child.stdout, "data");
      };
      return { child, waitFor, output: () => output };
    });
    await Promise.all(processes.map(({ waitFor }) => waitFor(/ready/)));
    for (const { child } of processes) child.stdin.write("go");
    await Promise.all(processes.map(({ waitFor }) => waitFor(/yes|no/)));
    expect(processes.filter(({ output }) => output().includes("yes"))).toHaveLength(1);
    await Promise.all(
      processes.map(async ({ child }) => {
        child.stdin.end();
        await once(child, "exit");
      }),
    );
  }, 30_000);
});
