import { globSync, readFileSync } from "node:fs";
import { basename } from "node:path";
import { describe, expect, it } from "vitest";
import { inRoot } from "../../suite/command-line/paths.ts";
import { runProgram } from "../../suite/command-line/run-program.ts";

const FILES = globSync("{suite,ops,tests,bench}/commands/*.ts", { cwd: inRoot() });

const runCommand = (file: string, ...args: string[]) => runProgram(process.execPath, [inRoot(file), ...args]);

describe("a command", { timeout: 60_000 }, () => {
  it.each(FILES)("prints its help with --help and exits with 0: %s", async (file) => {
    const { code, output } = await runCommand(file, "--help");
    expect(output).toMatch(/^npm (run [a-z:]+|start|test) -- [\s\S]+ this text\n/);
    expect(code).toBe(0);
  });

  it.each(["ops/commands/build.ts", "tests/commands/check.ts", "tests/commands/format.ts", "ops/commands/licences.ts"])(
    "that has no options refuses an unknown option: %s",
    async (file) => {
      expect(await runCommand(file, "--nonsense")).toMatchObject({
        code: 1,
        output: expect.stringContaining("'--nonsense'"),
      });
    },
  );

  it("with an unknown name prints a list of all commands with a description of each", async () => {
    const { code, output } = await runProgram(process.execPath, [inRoot("run.mjs"), "nonsense"]);
    const [firstLine, ...commandLines] = output.trimEnd().split("\n");
    expect(firstLine).toBe("There is no command nonsense. There are:");
    expect(commandLines.map((line) => `${/^ {2}(\w+) {2,}\w/.exec(line)?.[1]}.ts`).sort()).toEqual(
      FILES.map((file) => basename(file)).sort(),
    );
    expect(code).toBe(1);
  });

  it("that runs tests refuses an unknown engine in LOGBOOK_ENGINE", async () => {
    const env = { ...process.env, LOGBOOK_ENGINE: "docker" };
    const { code, output } = await runProgram(process.execPath, [inRoot("tests/commands/test.ts"), "rules"], { env });
    expect(output).toContain("There is no engine 'docker'. Choose --engine official or --engine hidane.");
    expect(code).toBe(1);
  });

  it("on Windows says only that WSL2 is needed", async () => {
    const windowsModule = 'data:text/javascript,Object.defineProperty(process,"platform",{value:"win32"})';
    for (const args of [["start", "--help"], ["nonsense"]]) {
      const { code, output } = await runProgram(process.execPath, [
        "--import",
        windowsModule,
        inRoot("run.mjs"),
        ...args,
      ]);
      expect(output).toMatch(/^The logbook needs Linux or macOS\. On Windows, run `wsl --install` .*WSL2.*\n$/);
      expect(code).toBe(1);
    }
  });

  it("starts in Windows' shell, which has no command `exec` but runs exec.cmd instead", () => {
    const { scripts } = JSON.parse(readFileSync(inRoot("package.json"), "utf8")) as { scripts: Record<string, string> };
    for (const script of Object.values(scripts)) expect(script).toMatch(/^exec node run\.mjs \w+( \w+)?$/);
    // `%*` is everything after the word exec.
    expect(readFileSync(inRoot("exec.cmd"), "utf8").trimEnd().split("\r\n").at(-1)).toBe("@%*");
  });

  it("that needs one username asks for one if it gets no name, an empty name or two names", async () => {
    for (const names of [[], [""], ["ada", "max"]])
      expect(await runCommand("ops/commands/admin.ts", "grant", ...names)).toEqual({
        code: 1,
        output: "grant takes one username; put quotes around one with spaces.\n",
      });
  });
});
