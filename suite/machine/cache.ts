import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { withLock } from "../command-line/lock.mjs";
import { CACHE } from "../command-line/paths.ts";

/** The path of a file in the per-user cache, or `null` if it does not exist. */
export function cached(...parts: string[]): string | null {
  const path = join(CACHE, ...parts);
  return existsSync(path) ? path : null;
}

/** Makes a folder of the cache once: `make` fills a draft, which is renamed when complete. Other commands wait. */
export async function makeCached(folder: string, what: string, make: (draft: string) => Promise<void>): Promise<void> {
  const home = join(CACHE, folder);
  await withLock(`${home}.lock`, `provide ${what}`, async () => {
    if (existsSync(home)) return;
    mkdirSync(CACHE, { recursive: true });
    const draft = mkdtempSync(`${home}.`);
    try {
      await make(draft);
      renameSync(draft, home);
    } finally {
      rmSync(draft, { recursive: true, force: true });
    }
  });
}
