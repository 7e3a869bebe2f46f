import { counted, inGroups } from "./in-batches.ts";
import type { FileHead } from "./stored-files.ts";

/** What a sweep works on. */
export interface SweepStores {
  /** All attachments, page by page; the next one is asked for when the last one is done with. */
  pages(): AsyncIterable<readonly FileHead[]>;
  /** Those of the paths that a report or a trash entry lists. */
  listed(paths: readonly string[]): Promise<ReadonlySet<string>>;
  /** Removes the file unless it was written since; gives whether it is gone. */
  remove(path: string, version: string): Promise<boolean>;
  /** Takes the file's download token; gives whether it is without one. */
  makePlain(path: string): Promise<boolean>;
}

const DAY_MS = 24 * 60 * 60_000;
const AT_ONCE = 16;

/**
 * Removes files that were uploaded a day ago or earlier and that nothing lists: of forms never sent, and of reports whose
 * trash entry is gone. Of those that stay it takes the download tokens that the trigger missed. Holds one page at a time;
 * gives what it did, in a sentence.
 */
export async function sweep(stores: SweepStores, now: Date): Promise<string> {
  const count = { seen: 0, removed: 0, stayed: 0, plain: 0 };
  for await (const page of stores.pages()) {
    count.seen += page.length;
    const old = page.filter(({ storedAt }) => now.getTime() - storedAt.getTime() >= DAY_MS);
    const listed = await stores.listed(old.map(({ path }) => path));
    const unlisted = new Set(old.filter(({ path }) => !listed.has(path)));

    const gone = await inGroups([...unlisted], AT_ONCE, ({ path, version }) => stores.remove(path, version));
    count.removed += gone.filter(Boolean).length;
    count.stayed += gone.filter((removed) => !removed).length;

    const tokened = page.filter((file) => !file.plain && !unlisted.has(file));
    const plain = await inGroups(tokened, AT_ONCE, ({ path }) => stores.makePlain(path));
    count.plain += plain.filter(Boolean).length;
  }
  return `Of ${counted(count.seen, "file")} ${count.removed} that nothing lists were removed, ${count.stayed} stayed because they had changed or could not be removed; ${count.plain} lost a download token.`;
}
