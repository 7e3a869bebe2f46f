import { spawnSync } from "node:child_process";
import { describe, expect, it } from "vitest";
import { inRoot } from "../suite/command-line/paths.ts";

const BIOME = inRoot("node_modules", "@biomejs", "biome", "bin", "biome");

/** Whether lint refuses a file of this path that imports that one. */
function isRefused(file: string, imported: string): boolean {
  const { stdout, stderr } = spawnSync(process.execPath, [BIOME, "lint", `--stdin-file-path=${file}`], {
    cwd: inRoot(),
    input: `import { x } from "${imported}";\nexport const y = x;\n`,
    encoding: "utf8",
  });
  return `${stdout}${stderr}`.includes("noRestrictedImports");
}

describe("lint", { timeout: 60_000 }, () => {
  it.each([
    ["suite/launcher/a.ts", "../../ops/admin/actions.ts"],
    ["suite/launcher/a.ts", "../../tests/run/checks.ts"],
    ["suite/launcher/a.ts", "../../functions/src/routes.ts"],
    ["suite/launcher/a.ts", "../../domain/src/issue.ts"],
    ["suite/launcher/a.ts", "../commands/start.ts"],
    ["suite/data/a.ts", "../launcher/suite.ts"],
    ["suite/engines/a.ts", "../launcher/suite.ts"],
    ["suite/machine/a.ts", "../engines/engine.ts"],
    ["suite/command-line/a.ts", "../machine/processes.ts"],
    ["suite/storage-rules/a.ts", "../command-line/paths.ts"],
    ["ops/admin/a.ts", "../../tests/groups.ts"],
    ["ops/admin/a.ts", "../../functions/src/routes.ts"],
    ["ops/admin/a.ts", "../../bench/src/numbers.ts"],
    ["tests/api/a.ts", "../../functions/src/routes.ts"],
    ["tests/api/a.ts", "../../web/src/main.tsx"],
    ["tests/fuzz/a.ts", "../../web/src/main.tsx"],
    ["bench/commands/a.ts", "../../tests/groups.ts"],
    ["bench/src/a.ts", "../../suite/launcher/suite.ts"],
    ["bench/src/a.ts", "../../ops/admin/actions.ts"],
    ["bench/src/a.ts", "../../functions/src/routes.ts"],
  ])("refuses in %s an import of %s", (file, imported) => {
    expect(isRefused(file, imported)).toBe(true);
  });

  it.each([
    ["suite/launcher/a.ts", "../data/saved-data-store.ts"],
    ["suite/launcher/a.ts", "@logbook/domain"],
    ["ops/admin/a.ts", "../../suite/command-line/paths.ts"],
    ["tests/api/a.ts", "../../ops/admin/actions.ts"],
    ["tests/api/a.ts", "@logbook/domain/testing"],
    ["tests/fuzz/a.ts", "../../functions/src/routes.ts"],
    ["bench/commands/a.ts", "../../suite/launcher/suite.ts"],
  ])("allows in %s an import of %s", (file, imported) => {
    expect(isRefused(file, imported)).toBe(false);
  });
});
