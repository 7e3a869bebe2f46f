import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, describe, expect, test } from "vitest";

const BIN = realpathSync(fileURLToPath(new URL("../../suite/bin", import.meta.url)));
const RUNTIME = fileURLToPath(new URL("./main.ts", import.meta.url));
const scratch = mkdtempSync(join(tmpdir(), "java-shim-"));
afterAll(() => rmSync(scratch, { recursive: true }));

/** A new directory with a program that prints `says` and its arguments. */
function directoryWith(program: string, says: string): string {
  const directory = mkdtempSync(join(scratch, "bin-"));
  writeFileSync(join(directory, program), `#!/bin/sh\necho ${says} "$@"\n`, { mode: 0o755 });
  return directory;
}

const java = (args: readonly string[], path: readonly string[], env = {}) =>
  spawnSync("/bin/sh", ["-c", 'exec java "$@"', "sh", ...args], {
    encoding: "utf8",
    env: { PATH: path.join(":"), ...env },
  });

describe("the java in suite/bin", () => {
  const before = directoryWith("other", "other");
  const real = directoryWith("java", "real java");
  const node = directoryWith("node", "node");

  test("runs the storage-rules runtime with node", () => {
    const { stdout } = java(["-Duser.language=en", "-jar", RUNTIME, "serve"], [before, BIN, real, node]);
    expect(stdout.trim()).toBe(`node ${BIN}/../storage-rules/main.ts`);
  });

  test("runs it with LOGBOOK_NODE if that is set", () => {
    const { stdout } = java(["-jar", RUNTIME], [BIN, node], {
      LOGBOOK_NODE: join(directoryWith("n24", "node 24"), "n24"),
    });
    expect(stdout.trim()).toBe(`node 24 ${BIN}/../storage-rules/main.ts`);
  });

  test("recognises the runtime if another path leads to it", () => {
    const link = join(scratch, "link.ts");
    symlinkSync(RUNTIME, link);
    expect(java(["-jar", link], [BIN, real, node]).stdout).toMatch(/^node /);
  });

  test.each([["-version"], ["-jar", "/elsewhere/main.ts", "-x", "a b"], ["-cp", RUNTIME, "Main"], []])(
    "passes any other call on: %s %s",
    (...args) => {
      expect(java(args, [before, BIN, real, node]).stdout.trim()).toBe(["real java", ...args].join(" ").trim());
    },
  );

  test("searches only the later folders on PATH, so that a shim before it isn't called again", () => {
    const shim = directoryWith("java", "first shim");
    expect(
      execFileSync(join(BIN, "java"), ["-version"], { encoding: "utf8", env: { PATH: [shim, BIN, real].join(":") } }),
    ).toBe("real java -version\n");
  });

  test("says what to do if there is no other java", () => {
    const { status, stderr } = java(["-version"], [before, BIN, node]);
    expect(status).toBe(127);
    expect(stderr).toContain("This call needs Java");
  });
});
