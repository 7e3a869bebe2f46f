import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { lock } from "../command-line/lock.mjs";
import { CACHE } from "../command-line/paths.ts";

/** The path of a file in the per-user cache, or `null` if it is not there. */
export function cached(...parts: string[]): string | null {
  const path = join(CACHE, ...parts);
  return existsSync(path) ? path : null;
}

/**
 * Makes a folder of the per-user cache, whole or not at all. `make` fills the folder that it is given, and throws where it
 * cannot. One command at a time does it; the others wait and take what is there then.
 */
export async function makeCached(folder: string, what: string, make: (draft: string) => Promise<void>): Promise<void> {
  const home = join(CACHE, folder);
  const release = await lock(`${home}.lock`, ([pid]) =>
    console.log(`Waiting for another command to provide ${what} (process ${pid})…`),
  );
  try {
    if (existsSync(home)) return;
    mkdirSync(CACHE, { recursive: true });
    const draft = mkdtempSync(`${home}.`);
    try {
      await make(draft);
      renameSync(draft, home);
    } finally {
      rmSync(draft, { recursive: true, force: true });
    }
  } finally {
    release();
  }
}
