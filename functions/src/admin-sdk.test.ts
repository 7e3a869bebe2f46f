import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";

const SRC = fileURLToPath(new URL(".", import.meta.url));
const ROOT = join(SRC, "..", "..");
const BIOME = join(ROOT, "node_modules", "@biomejs", "biome", "bin", "biome");

const sourcePaths = readdirSync(SRC, { recursive: true, encoding: "utf8" }).filter(
  (path) => path.endsWith(".ts") && !path.endsWith(".test.ts"),
);

/** Lints `sources`, texts by path, with the project's settings. Returns the rules that each file violates. */
function lintSources(sources: Record<string, string>): Map<string, string[]> {
  const folder = mkdtempSync(join(tmpdir(), "logbook-lint-"));
  try {
    for (const path of ["biome.json", "lint", "functions/package.json"])
      cpSync(join(ROOT, path), join(folder, path), { recursive: true });
    for (const [path, source] of Object.entries(sources)) {
      const file = join(folder, "functions", "src", path);
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, source);
    }
    const args = ["lint", "--reporter=json", "--max-diagnostics=none", "--vcs-enabled=false", "functions"];
    const { stdout } = spawnSync(process.execPath, [BIOME, ...args], { cwd: folder, encoding: "utf8" });
    const { diagnostics } = JSON.parse(stdout) as { diagnostics: { category: string; location: { path: string } }[] };
    const rules = new Map<string, string[]>();
    for (const { category, location } of diagnostics) {
      const path = location.path.replace("functions/src/", "");
      rules.set(path, [...(rules.get(path) ?? []), category.split("/").at(-1)!]);
    }
    return rules;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

describe("the Admin SDK", () => {
  const { overrides } = JSON.parse(readFileSync(join(ROOT, "biome.json"), "utf8")) as {
    overrides: { includes: string[]; plugins?: string[] }[];
  };
  const adminOverrides = overrides.filter(({ plugins }) => plugins?.includes("./lint/admin-sdk.grit"));
  /** The files and folders that may use the Admin SDK, as biome.json says; folders end with a slash. */
  const allowedPaths = adminOverrides
    .flatMap(({ includes }) => includes)
    .flatMap((pattern) => /^!functions\/src\/(.+?)(?:\*\*)?$/.exec(pattern)?.[1] ?? []);
  const isAllowed = (path: string) =>
    allowedPaths.some((allowed) => path === allowed || (allowed.endsWith("/") && path.startsWith(allowed)));
  const IMPORT_OF_ADMIN_SDK = /["'](?:firebase-admin|@google-cloud\/|(?:\.\.?\/)+(?:firestore\/)?admin\.ts)/;

  it("is used by exactly the files and folders that biome.json lists", () => {
    const importingPaths = sourcePaths.filter((path) =>
      IMPORT_OF_ADMIN_SDK.test(readFileSync(join(SRC, path), "utf8")),
    );
    expect(importingPaths.filter((path) => !isAllowed(path))).toEqual([]);
    for (const allowed of allowedPaths)
      expect(
        importingPaths.some((path) => path === allowed || path.startsWith(allowed)),
        allowed,
      ).toBe(true);
  });

  it.each(["firebase-admin/auth", "@google-cloud/storage", "../firestore/admin.ts"])(
    "fails the lint in every file that biome.json does not list, if imported from %s",
    (moduleName) => {
      const typeImport = `export type { Something } from "${moduleName}";\n`;
      const dynamicImport = `export const load = () => import("${moduleName}");\n`;
      const rules = lintSources(Object.fromEntries(sourcePaths.map((path) => [path, typeImport + dynamicImport])));
      // Files directly in functions/src are left out: from there `../` would lead out of that folder.
      const pathsInFolders = sourcePaths.filter((path) => path.includes("/"));
      for (const path of pathsInFolders) {
        const violations = (rules.get(path) ?? []).filter((rule) => rule === "plugin");
        // The rule is reported once for each of the two imports.
        expect(violations, path).toEqual(isAllowed(path) ? [] : ["plugin", "plugin"]);
      }
    },
  );
});
