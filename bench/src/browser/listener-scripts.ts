/** The scripts of the built page: path and text. */
export type BuiltScripts = ReadonlyMap<string, string>;

/**
 * The paths of the scripts that only the live listener needs: Firestore's client, the scripts that import the client,
 * and the scripts that no script outside this set imports. The set never has `firstScripts`, which the page needs to
 * start, or their imports.
 */
export function listenerScripts(scripts: BuiltScripts, firstScripts: readonly string[]): Set<string> {
  const imports = new Map([...scripts].map(([path, text]) => [path, staticImports(path, text)]));
  const startScripts = withImports(firstScripts, imports);
  const found = new Set(
    [...scripts].filter(([path, text]) => isFirestoreClient(text) && !startScripts.has(path)).map(([path]) => path),
  );
  const addWhere = (belongs: (path: string) => boolean): boolean => {
    const added = [...scripts.keys()].filter((path) => !found.has(path) && !startScripts.has(path) && belongs(path));
    for (const path of added) found.add(path);
    return added.length > 0;
  };
  while (addWhere((path) => imports.get(path)!.some((imported) => found.has(imported))));
  const importers = (path: string): string[] =>
    [...imports].filter(([, imported]) => imported.includes(path)).map(([importer]) => importer);
  while (addWhere((path) => importers(path).length > 0 && importers(path).every((importer) => found.has(importer))));
  return found;
}

// Firestore's client sends this name with every request, so the client's script contains the name.
function isFirestoreClient(text: string): boolean {
  return text.includes("google.firestore.v1.Firestore");
}

function withImports(paths: readonly string[], imports: ReadonlyMap<string, string[]>): Set<string> {
  const reached = new Set(paths);
  for (const path of reached) for (const imported of imports.get(path) ?? []) reached.add(imported);
  return reached;
}

// Dynamic imports must not match: the page uses them to load the listener later.
const STATIC_IMPORT = /(?:\bfrom|\bimport)\s*["']([^"']+\.js)["']/g;

function staticImports(path: string, text: string): string[] {
  return [...text.matchAll(STATIC_IMPORT)].map(([, name]) => new URL(name!, `http://page${path}`).pathname);
}
