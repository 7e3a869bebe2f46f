import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, describe, expect, test } from "vitest";

const SUITE_BIN = realpathSync(fileURLToPath(new URL("../bin", import.meta.url)));
// The Firebase CLI runs `java … -jar FILE serve` for the Storage rules, and a suite makes FILE our `main.ts`. The java in
// suite/bin runs that file with Node, without the arguments.
const RUNTIME = fileURLToPath(new URL("./main.ts", import.meta.url));
const temporaryFolder = mkdtempSync(join(tmpdir(), "java-shim-"));
afterAll(() => rmSync(temporaryFolder, { recursive: true }));

/** Creates a directory with a program that prints a text and its own arguments. */
function createDirectoryWith(program: string, printedText: string): string {
  const directory = mkdtempSync(join(temporaryFolder, "bin-"));
  writeFileSync(join(directory, program), `#!/bin/sh\necho ${printedText} "$@"\n`, { mode: 0o755 });
  return directory;
}

const runJava = (args: readonly string[], path: readonly string[], env = {}) =>
  spawnSync("/bin/sh", ["-c", 'exec java "$@"', "sh", ...args], {
    encoding: "utf8",
    env: { PATH: path.join(":"), ...env },
  });

describe("the java in suite/bin", () => {
  const directoryWithoutJava = createDirectoryWith("some-program", "unused");
  const javaDirectory = createDirectoryWith("java", "real java");
  const nodeDirectory = createDirectoryWith("node", "node");

  test("runs the storage-rules runtime with node", () => {
    const { stdout } = runJava(
      ["-Duser.language=en", "-jar", RUNTIME, "serve"],
      [directoryWithoutJava, SUITE_BIN, javaDirectory, nodeDirectory],
    );
    expect(stdout.trim()).toBe(`node ${SUITE_BIN}/../storage-rules/main.ts`);
  });

  test("runs the runtime with LOGBOOK_NODE if this variable is set", () => {
    const { stdout } = runJava(["-jar", RUNTIME], [SUITE_BIN, nodeDirectory], {
      LOGBOOK_NODE: join(createDirectoryWith("n24", "node 24"), "n24"),
    });
    expect(stdout.trim()).toBe(`node 24 ${SUITE_BIN}/../storage-rules/main.ts`);
  });

  test("recognises the runtime if another path leads to it", () => {
    const link = join(temporaryFolder, "link.ts");
    symlinkSync(RUNTIME, link);
    expect(runJava(["-jar", link], [SUITE_BIN, javaDirectory, nodeDirectory]).stdout).toMatch(/^node /);
  });

  test.each([["-version"], ["-jar", "/elsewhere/main.ts", "-x", "a b"], ["-cp", RUNTIME, "Main"], []])(
    "passes any other call to the next java: %s %s",
    (...args) => {
      expect(runJava(args, [directoryWithoutJava, SUITE_BIN, javaDirectory, nodeDirectory]).stdout.trim()).toBe(
        ["real java", ...args].join(" ").trim(),
      );
    },
  );

  test("searches only the folders after its own on PATH, so that two such scripts never call each other", () => {
    const firstShim = createDirectoryWith("java", "first shim");
    expect(
      execFileSync(join(SUITE_BIN, "java"), ["-version"], {
        encoding: "utf8",
        env: { PATH: [firstShim, SUITE_BIN, javaDirectory].join(":") },
      }),
    ).toBe("real java -version\n");
  });

  test("says what to do if there is no other java", () => {
    const { status, stderr } = runJava(["-version"], [directoryWithoutJava, SUITE_BIN, nodeDirectory]);
    expect(status).toBe(127);
    expect(stderr).toContain("This call needs Java");
  });
});
