import { fileURLToPath } from "node:url";
import type { Rolldown } from "vite";

const inWeb = (path: string) => fileURLToPath(new URL(path, import.meta.url));

type Chunking = Parameters<Extract<Rolldown.CodeSplittingGroup["name"], (...input: never) => unknown>>[1];

const START = inWeb("src/start/member.ts");
const VISITOR = inWeb("src/start/start-visitor.tsx");
const MEMBER = inWeb("src/start/start-member.tsx");
// What of the domain both need. The package has one entry, so who imports what of it cannot be told.
const DOMAIN = /\/domain\/src\/(enumerations|filter|issue|limits|messages|order|page|session|status|text|wire)\.ts$/;

const needed = new Map<string, Set<string>>();

/** The modules of ours that an entry needs at once. */
function neededBy(entry: string, chunking: Chunking): Set<string> {
  const known = needed.get(entry);
  if (known) return known;
  const found = new Set<string>();
  const add = (id: string): void => {
    if (found.has(id) || !id.startsWith(inWeb("src/"))) return;
    found.add(id);
    for (const next of chunking.getModuleInfo(id)?.importedIds ?? []) add(next);
  };
  add(entry);
  needed.set(entry, found);
  return found;
}

/**
 * The file of a module that a page needs at once: `start` for what does not need React, `both` for members and visitors,
 * `member` for members alone; `null` for all else. Left to itself the bundler cuts these modules up by which later screens share them, and a dozen small files
 * compress worse than three, and each takes its time.
 */
export function firstFileOf(id: string, chunking: Chunking): string | null {
  // Whatever shares a file with an entry runs the entry.
  if (id === START || id === VISITOR || id === MEMBER) return null;
  if (DOMAIN.test(id) || neededBy(START, chunking).has(id)) return "start";
  if (!neededBy(MEMBER, chunking).has(id)) return null;
  return neededBy(VISITOR, chunking).has(id) ? "both" : "member";
}
