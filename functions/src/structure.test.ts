import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";

const SRC = fileURLToPath(new URL(".", import.meta.url));
const ROOT = join(SRC, "..", "..");
const BIOME = join(ROOT, "node_modules", "@biomejs", "biome", "bin", "biome");

/** The folders that each folder may import. */
const ALLOWED: Record<string, string[]> = {
  http: [],
  firestore: ["http"],
  limits: ["http", "firestore"],
  board: ["http", "firestore", "limits"],
  accounts: ["http", "firestore", "limits", "board"],
  members: ["http", "firestore", "limits", "board", "accounts"],
  reports: ["http", "firestore", "limits", "board", "accounts"],
  jobs: ["http", "firestore", "limits", "board", "accounts", "members", "reports"],
  triggers: ["http", "firestore", "limits", "board", "accounts", "members", "reports"],
};
const FOLDERS = Object.keys(ALLOWED);

const files = readdirSync(SRC, { recursive: true, encoding: "utf8" })
  .map((path) => path.replaceAll("\\", "/"))
  .filter((path) => path.endsWith(".ts") && !path.endsWith(".test.ts"));

/** Lints files with the project's settings; returns the rules that each violates. */
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

describe("the folders of functions/src", () => {
  it("are those whose imports are restricted", () => {
    const folders = readdirSync(SRC, { withFileTypes: true }).filter((entry) => entry.isDirectory());
    expect(folders.map(({ name }) => name).sort()).toEqual([...FOLDERS].sort());
  });

  it("import each other in one direction only, also types; every other import fails the lint", () => {
    const sources: Record<string, string> = {};
    for (const from of FOLDERS) {
      for (const to of FOLDERS)
        if (to !== from) sources[`${from}/imports-${to}.ts`] = typeImport(`../${to}/something.ts`);
      sources[`${from}/imports-top.ts`] = typeImport("../routes.ts");
    }
    const rules = lint(sources);
    for (const from of FOLDERS)
      for (const to of [...FOLDERS, "top"]) {
        const expected = to === from || ALLOWED[from]!.includes(to) ? undefined : ["noRestrictedImports"];
        expect(rules.get(`${from}/imports-${to}.ts`), `${from} imports ${to}`).toEqual(expected);
      }
  });

  it("have no cycles between files, also of types, and import no other part of the project", () => {
    const rules = lint({
      "board/a.ts": `${typeImport("./b.ts")}export interface A {}\n`,
      "board/b.ts": `${typeImport("./a.ts")}export interface B {}\n`,
      "react.ts": typeImport("react"),
      "reports/web.ts": typeImport("../../../web/src/start/member.ts"),
      "domain-files.ts": typeImport("../../domain/src/index.ts"),
    });
    expect(rules.get("board/a.ts")).toContain("noImportCycles");
    expect(rules.get("board/b.ts")).toContain("noImportCycles");
    expect(rules.get("react.ts")).toEqual(["noUndeclaredDependencies"]);
    expect(rules.get("reports/web.ts")).toEqual(["noRestrictedImports"]);
    expect(rules.get("domain-files.ts")).toEqual(["noRestrictedImports"]);
  });
});

describe("the Admin SDK", () => {
  const listed = /The Admin SDK .*?: (.+?)\.\n/.exec(readFileSync(join(ROOT, "docs", "architecture.md"), "utf8"))?.[1];
  /** The files and folders in docs/architecture.md that may use it; folders end with a slash. */
  const allowed = [...(listed ?? "").matchAll(/`([a-z-]+\/(?:[a-z-]+\.ts)?)`/g)].map(([, path]) => path!);
  const isAllowed = (path: string) =>
    allowed.some((one) => path === one || (one.endsWith("/") && path.startsWith(one)));
  const ADMIN_IMPORT = /["'](?:firebase-admin|@google-cloud\/|(?:\.\.?\/)+(?:firestore\/)?admin(?:-[a-z]+)?\.ts)/;

  it("is used by exactly the files and folders that docs/architecture.md lists", () => {
    const users = files.filter((path) => ADMIN_IMPORT.test(readFileSync(join(SRC, path), "utf8")));
    expect(users.filter((path) => !isAllowed(path))).toEqual([]);
    for (const one of allowed)
      expect(
        users.some((path) => path === one || path.startsWith(one)),
        one,
      ).toBe(true);
  });

  it.each(["firebase-admin/auth", "@google-cloud/storage", "../firestore/admin.ts", "../firestore/admin-documents.ts"])(
    "fails the lint in every other file: %s",
    (source) => {
      const imports = `${typeImport(source)}export const load = () => import("${source}");\n`;
      const rules = lint(Object.fromEntries(files.map((path) => [path, imports])));
      // Folders below the top level only: `source` leads out of functions/src from there.
      for (const path of files.filter((one) => one.includes("/"))) {
        const found = (rules.get(path) ?? []).filter((rule) => rule === "plugin");
        expect(found, path).toEqual(isAllowed(path) ? [] : ["plugin", "plugin"]);
      }
    },
  );
});
