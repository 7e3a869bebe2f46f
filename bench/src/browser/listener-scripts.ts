/** A script of the built page: its path, and its text. */
export type BuiltScripts = ReadonlyMap<string, string>;

/**
 * The scripts that are only loaded for the live listener: those that hold Firestore's client, those that cannot run
 * without them, and what nothing outside of these needs. What the page's own first scripts need is never among them.
 */
export function listenerScripts(scripts: BuiltScripts, first: readonly string[]): Set<string> {
  const needs = new Map([...scripts].map(([path, text]) => [path, staticImports(path, text)]));
  const always = reach(first, needs);
  const room = new Set(
    [...scripts].filter(([path, text]) => isFirestore(text) && !always.has(path)).map(([path]) => path),
  );
  const grow = (belongs: (path: string) => boolean): boolean => {
    const more = [...scripts.keys()].filter((path) => !room.has(path) && !always.has(path) && belongs(path));
    for (const path of more) room.add(path);
    return more.length > 0;
  };
  while (grow((path) => needs.get(path)!.some((needed) => room.has(needed))));
  const users = (path: string): string[] =>
    [...needs].filter(([, needed]) => needed.includes(path)).map(([user]) => user);
  while (grow((path) => users(path).length > 0 && users(path).every((user) => room.has(user))));
  return room;
}

/** What every request of Firestore's client names. */
function isFirestore(text: string): boolean {
  return text.includes("google.firestore.v1.Firestore");
}

function reach(from: readonly string[], needs: ReadonlyMap<string, string[]>): Set<string> {
  const reached = new Set(from);
  for (const path of reached) for (const needed of needs.get(path) ?? []) reached.add(needed);
  return reached;
}

// `import("…")` is no need: that is how a room is opened.
const STATIC_IMPORT = /(?:\bfrom|\bimport)\s*["']([^"']+\.js)["']/g;

function staticImports(path: string, text: string): string[] {
  return [...text.matchAll(STATIC_IMPORT)].map(([, name]) => new URL(name!, `http://page${path}`).pathname);
}
