import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { brotliCompressSync, constants } from "node:zlib";
import { describe, expect, it } from "vitest";

const DIST = fileURLToPath(new URL("../../web/dist/", import.meta.url));

interface Chunk {
  file: string;
  imports?: string[];
}

const manifest = JSON.parse(readFileSync(`${DIST}.vite/manifest.json`, "utf8")) as Record<string, Chunk>;
const page = readFileSync(`${DIST}index.html`, "utf8");
const [inlineScript] = /<script>([\s\S]*?)<\/script>/.exec(page)!.slice(1);

/** The files of these modules and of all modules that they import, once each. */
function filesOf(...modules: string[]): string[] {
  const seen = new Set<string>();
  const add = (name: string): void => {
    const chunk = manifest[name];
    if (chunk === undefined) throw new Error(`The page's manifest has no ${name}.`);
    if (seen.has(chunk.file)) return;
    seen.add(chunk.file);
    for (const imported of chunk.imports ?? []) add(imported);
  };
  for (const name of modules) add(name);
  return [...seen];
}

const readText = (file: string): string => readFileSync(DIST + file, "utf8");

/** KiB of these files and the page's inline script, each compressed by itself as served: brotli, quality 11. */
function compressedKiB(files: string[]): number {
  const sizes = [inlineScript!, ...files.map(readText)].map(
    (code) => brotliCompressSync(code, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }).length,
  );
  return sizes.reduce((sum, size) => sum + size, 0) / 1024;
}

const VISITOR = filesOf("src/start/start-visitor.tsx");
const MEMBER = filesOf("src/start/member.ts", "src/start/start-member.tsx");

describe("the page's size, compressed with brotli", () => {
  it("the logged-out page has at most 90 KiB of JavaScript", () => {
    expect(compressedKiB(VISITOR)).toBeLessThanOrEqual(90);
  });

  it("the dashboard can be used after at most 115 KiB of JavaScript; its list needs none", () => {
    expect(compressedKiB(MEMBER)).toBeLessThanOrEqual(115);
  });

  it("the page requests exactly the files that were counted", () => {
    const { visitor, member } = JSON.parse(/id="code">([^<]*)</.exec(page)![1]!) as Record<string, string[]>;
    expect(visitor!.map((file) => file.slice(1)).sort()).toEqual([...VISITOR].sort());
    expect(member!.map((file) => file.slice(1)).sort()).toEqual([...MEMBER].sort());
  });

  // Each pattern matches a text that occurs in this library only.
  it.each([
    ["Firestore", /google\.firestore|BatchGetDocuments/],
    ["Storage", /storage\/unauthorized|firebasestorage\.googleapis/],
    ["Auth", /identitytoolkit\.googleapis/],
    ["reactfire", /reactfire/i],
    ["App Check", /firebaseappcheck/],
  ])("neither the logged-out page nor the first list loads %s", (_, pattern) => {
    const first = [...VISITOR, ...MEMBER];
    expect(first.filter((file) => pattern.test(readText(file)))).toEqual([]);
    // If no other file matches, the pattern is outdated.
    const others = readdirSync(`${DIST}assets`).map((name) => `assets/${name}`);
    expect(others.some((file) => pattern.test(readText(file)))).toBe(true);
  });
});
