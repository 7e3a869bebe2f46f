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
const pageHtml = readFileSync(`${DIST}index.html`, "utf8");
const [, inlineScript] = /<script>([\s\S]*?)<\/script>/.exec(pageHtml)!;

/** The built files of these modules and of all modules that they import; each file once. */
function filesOf(...modules: string[]): string[] {
  const files = new Set<string>();
  const addFiles = (module: string): void => {
    const chunk = manifest[module];
    if (chunk === undefined) throw new Error(`The page's manifest has no ${module}.`);
    if (files.has(chunk.file)) return;
    files.add(chunk.file);
    for (const importedModule of chunk.imports ?? []) addFiles(importedModule);
  };
  for (const module of modules) addFiles(module);
  return [...files];
}

const readText = (file: string): string => readFileSync(DIST + file, "utf8");

/** The size in KiB of these files and the page's inline script, each compressed with brotli at the best quality. */
function compressedKiB(files: string[]): number {
  const params = { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY };
  const sizes = [inlineScript!, ...files.map(readText)].map((code) => brotliCompressSync(code, { params }).length);
  return sizes.reduce((sum, size) => sum + size, 0) / 1024;
}

const VISITOR_FILES = filesOf("src/start/start-visitor.tsx");
const MEMBER_FILES = filesOf("src/start/member.ts", "src/start/start-member.tsx");

describe("the page's size, compressed with brotli", () => {
  it("the logged-out page has at most 90 KiB of JavaScript", () => {
    expect(compressedKiB(VISITOR_FILES)).toBeLessThanOrEqual(90);
  });

  it("the dashboard can be used after at most 115 KiB of JavaScript", () => {
    expect(compressedKiB(MEMBER_FILES)).toBeLessThanOrEqual(115);
  });

  it("index.html names exactly the files whose size was counted", () => {
    // The script `first.js` reads these file names from the page.
    const { visitor, member } = JSON.parse(/id="code">([^<]*)</.exec(pageHtml)![1]!) as Record<string, string[]>;
    expect(visitor!.map((file) => file.slice(1)).sort()).toEqual([...VISITOR_FILES].sort());
    expect(member!.map((file) => file.slice(1)).sort()).toEqual([...MEMBER_FILES].sort());
  });

  // Each pattern matches a text that occurs in this library only.
  it.each([
    ["Firestore", /google\.firestore|BatchGetDocuments/],
    ["Storage", /storage\/unauthorized|firebasestorage\.googleapis/],
    ["Auth", /identitytoolkit\.googleapis/],
    ["reactfire", /reactfire/i],
    ["App Check", /firebaseappcheck/],
  ])("neither the logged-out page nor the first list loads %s", (_, pattern) => {
    const firstFiles = [...VISITOR_FILES, ...MEMBER_FILES];
    expect(firstFiles.filter((file) => pattern.test(readText(file)))).toEqual([]);
    // If no file at all matches, the pattern is outdated.
    const allFiles = readdirSync(`${DIST}assets`).map((name) => `assets/${name}`);
    expect(allFiles.some((file) => pattern.test(readText(file)))).toBe(true);
  });
});
