import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { inRoot } from "../paths.ts";
import { runQuietly } from "../run-quietly.ts";

const FOLDER = inRoot("emulators", "src", "commands");
const NAMES = readdirSync(FOLDER).filter((name) => !name.endsWith(".test.ts"));

const run = (name: string, ...args: string[]) => runQuietly(process.execPath, [`${FOLDER}/${name}`, ...args]);

describe("a command", { timeout: 60_000 }, () => {
  it.each(NAMES)("says with --help what it does, and does nothing: %s", async (name) => {
    const { code, output } = await run(name, "--help");
    expect(output).toMatch(/^npm (run [a-z:]+|start|test) -- [\s\S]+ this text\n/);
    expect(code).toBe(0);
  });

  it.each(["build.ts", "check.ts", "format.ts", "licences.ts"])(
    "that takes nothing does nothing when it is given something: %s",
    async (name) => {
      expect(await run(name, "--nonsense")).toMatchObject({ code: 1, output: expect.stringContaining("'--nonsense'") });
    },
  );

  it("that is not there leads to the others, each with what it does", async () => {
    const { code, output } = await runQuietly(process.execPath, [inRoot("emulators", "run.mjs"), "nonsense"]);
    const [first, ...others] = output.trimEnd().split("\n");
    expect(first).toBe("There is no command nonsense. There are:");
    expect(others.map((line) => `${/^ {2}(\w+) {2,}\w/.exec(line)?.[1]}.ts`).sort()).toEqual(NAMES.sort());
    expect(code).toBe(1);
  });

  it("that runs tests takes the engine from the environment", async () => {
    const env = { ...process.env, LOGBOOK_ENGINE: "docker" };
    const { code, output } = await runQuietly(process.execPath, [`${FOLDER}/test.ts`, "rules"], { env });
    expect(output).toContain("There is no engine 'docker'. Choose --engine official or --engine hidane.");
    expect(code).toBe(1);
  });

  it("on Windows leads to WSL2 before anything is tried", async () => {
    const windows = 'data:text/javascript,Object.defineProperty(process,"platform",{value:"win32"})';
    for (const args of [["start", "--help"], ["nonsense"]]) {
      const { code, output } = await runQuietly(process.execPath, [
        "--import",
        windows,
        inRoot("emulators", "run.mjs"),
        ...args,
      ]);
      expect(output).toMatch(/^The logbook needs Linux or macOS\. On Windows, run `wsl --install` .*WSL2.*\n$/);
      expect(code).toBe(1);
    }
  });

  it("is run by Windows' shell too, which has no exec but looks into the folder it works in", () => {
    const { scripts } = JSON.parse(readFileSync(inRoot("package.json"), "utf8")) as { scripts: Record<string, string> };
    for (const script of Object.values(scripts)) expect(script).toMatch(/^exec node emulators\/run\.mjs \w+( \w+)?$/);
    expect(readFileSync(inRoot("exec.cmd"), "utf8").trimEnd().split("\r\n").at(-1)).toBe("@%*");
  });

  it("that is about one member asks for the name", async () => {
    for (const names of [[], [""], ["ada", "max"]])
      expect(await run("admin.ts", "grant", ...names)).toEqual({
        code: 1,
        output: "grant takes one username; put quotes around one with spaces.\n",
      });
  });
});
