import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";

const SRC = fileURLToPath(new URL(".", import.meta.url));
const ROOT = join(SRC, "..", "..");
const BIOME = join(ROOT, "node_modules", "@biomejs", "biome", "bin", "biome");

const files = readdirSync(SRC, { recursive: true, encoding: "utf8" })
  .map((path) => path.replaceAll("\\", "/"))
  .filter((path) => path.endsWith(".ts") && !path.endsWith(".test.ts"));

/** Lints sources by their path with the project's settings; returns the rules that each file violates. */
function lint(sources: Record<string, string>): Map<string, string[]> {
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
      const path = location.path.replaceAll("\\", "/").replace("functions/src/", "");
      rules.set(path, [...(rules.get(path) ?? []), category.split("/").at(-1)!]);
    }
    return rules;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const typeImport = (source: string) => `export type { Something } from "${source}";\n`;

describe("the Admin SDK", () => {
  const { overrides } = JSON.parse(readFileSync(join(ROOT, "biome.json"), "utf8")) as {
    overrides: { includes: string[]; plugins?: string[] }[];
  };
  const lists = overrides.filter(({ plugins }) => plugins?.includes("./lint/admin-sdk.grit"));
  /** The files and folders that may use the Admin SDK, as biome.json says; folders end with a slash. */
  const allowed = lists
    .flatMap(({ includes }) => includes)
    .flatMap((pattern) => /^!functions\/src\/(.+?)(?:\*\*)?$/.exec(pattern)?.[1] ?? []);
  const isAllowed = (path: string) =>
    allowed.some((entry) => path === entry || (entry.endsWith("/") && path.startsWith(entry)));
  const ADMIN_IMPORT = /["'](?:firebase-admin|@google-cloud\/|(?:\.\.?\/)+(?:firestore\/)?admin(?:-[a-z]+)?\.ts)/;

  it("is used by exactly the files and folders that biome.json lists", () => {
    const users = files.filter((path) => ADMIN_IMPORT.test(readFileSync(join(SRC, path), "utf8")));
    expect(users.filter((path) => !isAllowed(path))).toEqual([]);
    for (const entry of allowed)
      expect(
        users.some((path) => path === entry || path.startsWith(entry)),
        entry,
      ).toBe(true);
  });

  it.each(["firebase-admin/auth", "@google-cloud/storage", "../firestore/admin.ts", "../firestore/admin-documents.ts"])(
    "fails the lint in every other file: %s",
    (source) => {
      const imports = `${typeImport(source)}export const load = () => import("${source}");\n`;
      const rules = lint(Object.fromEntries(files.map((path) => [path, imports])));
      // Not for files directly in functions/src: from there the path in `source` would lead out of that folder.
      for (const path of files.filter((each) => each.includes("/"))) {
        const found = (rules.get(path) ?? []).filter((rule) => rule === "plugin");
        expect(found, path).toEqual(isAllowed(path) ? [] : ["plugin", "plugin"]);
      }
    },
  );
});
