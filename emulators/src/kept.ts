import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** What is kept from one start to the next: an export of the suite with accounts, documents and files. */
export interface KeptStore {
  folder: string;
  /** The folder to which firebase-tools exports when a suite ends. */
  last: string;
  /** The store to begin with, or `null`. What a killed suite saved at its end, or an exchange cut short, is made good. */
  open(): string | null;
  /** From now on the running suite holds all that was kept, so what is saved of it at its end may take that's place. */
  markComplete(): void;
  /** Keeps what was saved at the end of a suite, if it is whole; answers whether it was. */
  keepLast(): boolean;
  /** Saves the running suite whose hub listens on this port; answers whether it is kept now. */
  save(hubPort: number): Promise<boolean>;
  /** When what is kept now was saved, or `null` when nothing is. */
  savedAt(): Date | null;
  forget(): void;
}

const METADATA = "firebase-export-metadata.json";

const SAVE_WITHIN_MS = 120_000;

/** The kept store in a folder. */
export function keptStore(folder: string): KeptStore {
  const kept = join(folder, "kept");
  const previous = join(folder, "kept-previous");
  const next = join(folder, "kept-next");
  const last = join(folder, "kept-last");
  const complete = join(folder, "kept-complete");

  /** Puts an export in the store's place, if it is whole. The store before stays beside it until the next exchange. */
  function keep(saved: string): boolean {
    if (!isWhole(saved)) return false;
    if (isWhole(kept)) {
      remove(previous);
      renameSync(kept, previous);
    }
    remove(kept);
    renameSync(saved, kept);
    return true;
  }

  function keepLast(): boolean {
    const isKept = existsSync(complete) && keep(last);
    remove(complete, last, next);
    return isKept;
  }

  return {
    folder,
    last,
    keepLast,
    open() {
      keepLast();
      if (!isWhole(kept) && isWhole(previous)) {
        remove(kept);
        renameSync(previous, kept);
      }
      return isWhole(kept) ? kept : null;
    },
    markComplete() {
      mkdirSync(folder, { recursive: true });
      writeFileSync(complete, "");
    },
    async save(hubPort) {
      remove(next);
      try {
        const response = await fetch(`http://127.0.0.1:${hubPort}/_admin/export`, {
          method: "POST",
          headers: { "Content-Type": "application/json" },
          body: JSON.stringify({ path: next, initiatedBy: "logbook" }),
          signal: AbortSignal.timeout(SAVE_WITHIN_MS),
        });
        return response.ok && keep(next);
      } catch {
        return false;
      }
    },
    savedAt() {
      return isWhole(kept) ? statSync(join(kept, METADATA)).mtime : null;
    },
    forget() {
      remove(kept, previous, next, last, complete);
    },
  };
}

function remove(...paths: string[]): void {
  for (const path of paths) rmSync(path, { recursive: true, force: true });
}

/** Whether a folder is an export with all three of its parts. */
function isWhole(folder: string): boolean {
  const parts = readMetadata(join(folder, METADATA));
  return (
    parts !== null &&
    existsSync(join(folder, parts.firestore?.metadata_file ?? "missing")) &&
    existsSync(join(folder, parts.auth?.path ?? "missing", "accounts.json")) &&
    existsSync(join(folder, parts.storage?.path ?? "missing", "buckets.json"))
  );
}

/** What firebase-tools writes into an export last of all. */
interface ExportMetadata {
  firestore?: { metadata_file: string };
  auth?: { path: string };
  storage?: { path: string };
}

function readMetadata(file: string): ExportMetadata | null {
  try {
    return JSON.parse(readFileSync(file, "utf8")) as ExportMetadata;
  } catch {
    return null;
  }
}
