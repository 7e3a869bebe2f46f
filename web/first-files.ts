import { fileURLToPath } from "node:url";
import type { Rolldown } from "vite";

const inWeb = (path: string) => fileURLToPath(new URL(path, import.meta.url));

type Chunking = Parameters<Extract<Rolldown.CodeSplittingGroup["name"], (...input: never) => unknown>>[1];

const MEMBER = inWeb("src/first-picture/member.tsx");
const VISITOR = inWeb("src/app/start-visitor.tsx");

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
 * The file of a module that a member's first picture needs: one of their own, or one with what visitors need too; `null`
 * for all else. Left to itself the bundler cuts these modules up by which later screens share them, and a dozen small
 * files compress worse than two.
 */
export function firstFileOf(id: string, chunking: Chunking): string | null {
  // Who shares a file with the entry runs the entry.
  if (id === MEMBER) return null;
  if (!neededBy(MEMBER, chunking).has(id)) return null;
  return neededBy(VISITOR, chunking).has(id) ? "both" : "first";
}
