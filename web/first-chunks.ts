import type { Rolldown } from "vite";

const SOURCES = `${import.meta.dirname}/src/`;

// A member's entry contains no React. It imports the member's app dynamically, so the app is no part of its imports.
const MEMBER_ENTRY = `${SOURCES}start/member.ts`;
const VISITOR_ENTRY = `${SOURCES}start/start-visitor.tsx`;
const MEMBER_APP = `${SOURCES}start/start-member.tsx`;
// The domain's modules that visitors and members load first, and those that only members do. These lists are written by
// hand, because they do not follow from the imports: the page imports the domain's index, which imports all modules.
const FIRST_DOMAIN_MODULES = /\/domain\/src\/(enumerations|fields|limits|messages|text)\.ts$/;
const MEMBER_DOMAIN_MODULES =
  /\/domain\/src\/(closing|fix|issue|list-parameters|news|page|sighting|sort|status|text-fields|turn|wire-conversion)\.ts$/;

// The entries of features that only lazily loaded code may import: the first load would get all code behind them.
const LAZY_ENTRY = /\/features\/[^/]+\/index-lazy\.ts$/;

/** Returns the entry and the modules in `src/` that it imports, directly or through other modules. */
function collectImports(entry: string, context: Rolldown.ChunkingContext): Set<string> {
  const imports = new Set<string>();
  const addWithImports = (id: string): void => {
    if (imports.has(id) || !id.startsWith(SOURCES)) return;
    if (LAZY_ENTRY.test(id)) throw new Error(`${id} would be loaded before the first list.`);
    imports.add(id);
    for (const importedId of context.getModuleInfo(id)?.importedIds ?? []) addWithImports(importedId);
  };
  addWithImports(entry);
  return imports;
}

/**
 * The name of the output file for a module that a first visit loads: `start` for code without React, `both` for members
 * and visitors, `member` for members only; `null` for other modules, also for those that only visitors load first.
 * Without these names the bundler makes a file for each set of screens that share modules: a member would load 49 files
 * and 10 % more bytes instead of 8 files.
 */
export function firstChunkOf(id: string, context: Rolldown.ChunkingContext): string | null {
  // These modules run the page's start when they are imported, so no file may contain them beside other modules.
  if (id === MEMBER_ENTRY || id === VISITOR_ENTRY || id === MEMBER_APP) return null;
  if (FIRST_DOMAIN_MODULES.test(id) || collectImports(MEMBER_ENTRY, context).has(id)) return "start";
  if (MEMBER_DOMAIN_MODULES.test(id)) return "member";
  if (!collectImports(MEMBER_APP, context).has(id)) return null;
  return collectImports(VISITOR_ENTRY, context).has(id) ? "both" : "member";
}
