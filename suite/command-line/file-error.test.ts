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

function catchError(work: () => unknown): unknown {
  try {
    work();
  } catch (error) {
    return error;
  }
  throw new Error("It did not fail.");
}

describe("an error of the file system", () => {
  it("becomes a sentence that names the file", () => {
    expect(fileErrorMessage(catchError(() => mkdirSync(file, { recursive: true })))).toContain(
      `${file} cannot be used: it is a file, where a folder is needed.`,
    );
    const pathInFile = join(file, "sub");
    expect(fileErrorMessage(catchError(() => mkdirSync(pathInFile, { recursive: true })))).toContain(
      `${pathInFile} cannot be used: a part of its path`,
    );
    expect(fileErrorMessage(catchError(() => readFileSync(join(folder, "none"))))).toContain("it does not exist");
  });

  it("becomes a sentence if the disk is full", () => {
    // On this device, each write fails as on a full disk.
    expect(fileErrorMessage(catchError(() => writeFileSync("/dev/full", "x")))).toContain("the disk is full");
  });

  it("is the only error that becomes a sentence", () => {
    expect(fileErrorMessage(new TypeError("x is not a function"))).toBeNull();
    expect(
      fileErrorMessage(Object.assign(new Error("listen EACCES"), { code: "EACCES", syscall: "listen" })),
    ).toBeNull();
    expect(fileErrorMessage(undefined)).toBeNull();
  });
});

describe("a command ends with one sentence and no stack trace", { timeout: 60_000 }, () => {
  const expectNoStack = (output: string) => expect(output).not.toMatch(/^\s+at /m);

  it("if its data folder is a file or is inside a file", () => {
    for (const dataFolder of [file, join(file, "sub")]) {
      const startCommand = inRoot("suite", "commands", "start.ts");
      const { status, stderr } = spawnSync(process.execPath, [startCommand, "--data", dataFolder], {
        encoding: "utf8",
      });
      expect(stderr).toContain(`${dataFolder} cannot be used: `);
      expectNoStack(stderr);
      expect(status).toBe(1);
    }
  });

  it("if run.mjs cannot write into the checkout", () => {
    cpSync(inRoot("run.mjs"), join(folder, "run.mjs"));
    for (const name of ["cache.mjs", "file-error.mjs", "lock.mjs", "npm.mjs", "progress.mjs"])
      cpSync(inRoot("suite", "command-line", name), join(folder, "suite", "command-line", name));
    writeFileSync(join(folder, "package-lock.json"), "{}");
    // A file where run.mjs needs a folder.
    writeFileSync(join(folder, ".data"), "");
    const runFile = join(folder, "run.mjs");
    const { status, stderr } = spawnSync(process.execPath, [runFile, "check"], { encoding: "utf8" });
    expect(stderr).toContain(`${join(folder, ".data")} cannot be used: `);
    expectNoStack(stderr);
    expect(status).toBe(1);
  });
});
