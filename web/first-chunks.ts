import { fileURLToPath } from "node:url";
import type { Rolldown } from "vite";

const inWeb = (path: string) => fileURLToPath(new URL(path, import.meta.url));

type Chunking = Parameters<Extract<Rolldown.CodeSplittingGroup["name"], (...input: never) => unknown>>[1];

const START = inWeb("src/start/member.ts");
const VISITOR = inWeb("src/start/start-visitor.tsx");
const MEMBER = inWeb("src/start/start-member.tsx");
// The domain modules that both pages load first. They are listed because all imports go through the package's index.
const DOMAIN =
  /\/domain\/src\/(enumerations|filter|issue|limits|messages|order|page|session|sort|status|text|wire)\.ts$/;

const importsByEntry = new Map<string, Set<string>>();

/** The modules in `src/` that an entry imports, directly or through others. */
function importsOf(entry: string, chunking: Chunking): Set<string> {
  const known = importsByEntry.get(entry);
  if (known) return known;
  const found = new Set<string>();
  const add = (id: string): void => {
    if (found.has(id) || !id.startsWith(inWeb("src/"))) return;
    found.add(id);
    for (const imported of chunking.getModuleInfo(id)?.importedIds ?? []) add(imported);
  };
  add(entry);
  importsByEntry.set(entry, found);
  return found;
}

/**
 * The output file of a module that belongs to the first load: `start` without React, `both` for members and visitors,
 * `member` for members only; `null` for other modules. By default the bundler splits these modules by the later screens
 * that share them: a member would load 49 files and 10 % more bytes instead of 8 files.
 */
export function firstChunkOf(id: string, chunking: Chunking): string | null {
  // An entry shares no file: importing another module of that file would run the entry.
  if (id === START || id === VISITOR || id === MEMBER) return null;
  if (DOMAIN.test(id) || importsOf(START, chunking).has(id)) return "start";
  if (!importsOf(MEMBER, chunking).has(id)) return null;
  return importsOf(VISITOR, chunking).has(id) ? "both" : "member";
}
