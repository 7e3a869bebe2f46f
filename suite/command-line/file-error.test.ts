import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { fileErrorMessage } from "./file-error.mjs";
import { inRoot } from "./paths.ts";

let folder: string;
let file: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "file-error-"));
  file = join(folder, "a file");
  writeFileSync(file, "");
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function errorOf(work: () => unknown): unknown {
  try {
    work();
  } catch (error) {
    return error;
  }
  throw new Error("It did not fail.");
}

describe("an error of the file system", () => {
  it("becomes a sentence that names the file", () => {
    expect(fileErrorMessage(errorOf(() => mkdirSync(file, { recursive: true })))).toContain(
      `${file} cannot be used: it is a file, where a folder is needed.`,
    );
    const below = join(file, "sub");
    expect(fileErrorMessage(errorOf(() => mkdirSync(below, { recursive: true })))).toContain(
      `${below} cannot be used: a part of its path`,
    );
    expect(fileErrorMessage(errorOf(() => readFileSync(join(folder, "none"))))).toContain("it does not exist");
  });

  it("becomes a sentence without a file if the disk is full", () => {
    expect(fileErrorMessage(errorOf(() => writeFileSync("/dev/full", "x")))).toContain("the disk is full");
  });

  it("is distinguished from a bug", () => {
    expect(fileErrorMessage(new TypeError("x is not a function"))).toBeNull();
    expect(
      fileErrorMessage(Object.assign(new Error("listen EACCES"), { code: "EACCES", syscall: "listen" })),
    ).toBeNull();
    expect(fileErrorMessage(undefined)).toBeNull();
  });
});

describe("a command ends with one sentence and no stack trace", { timeout: 60_000 }, () => {
  const expectNoStack = (output: string) => expect(output).not.toMatch(/^\s+at /m);

  it("if its data folder is a file, or is inside one", () => {
    for (const data of [file, join(file, "sub")]) {
      const start = inRoot("suite", "commands", "start.ts");
      const { status, stderr } = spawnSync(process.execPath, [start, "--data", data], { encoding: "utf8" });
      expect(stderr).toContain(`${data} cannot be used: `);
      expectNoStack(stderr);
      expect(status).toBe(1);
    }
  });

  it("if run.mjs cannot write into the checkout", () => {
    cpSync(inRoot("run.mjs"), join(folder, "run.mjs"));
    for (const name of ["lock.mjs", "progress.mjs", "file-error.mjs"])
      cpSync(inRoot("suite", "command-line", name), join(folder, "suite", "command-line", name));
    writeFileSync(join(folder, "package-lock.json"), "{}");
    writeFileSync(join(folder, ".data"), "");
    const run = join(folder, "run.mjs");
    const { status, stderr } = spawnSync(process.execPath, [run, "check"], { encoding: "utf8" });
    expect(stderr).toContain(`${join(folder, ".data")} cannot be used: `);
    expectNoStack(stderr);
    expect(status).toBe(1);
  });
});
