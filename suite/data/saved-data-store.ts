import { createHash } from "node:crypto";
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { CommandError } from "../command-line/command.ts";
import { DATA, displayPath } from "../command-line/paths.ts";
import { freeDiskSpace, lackOfDiskSpace } from "../machine/disk-space.ts";
import { faultIn, isSealed, METADATA, seal, syncFolder } from "./export-check.ts";

/** How a save went: `failed` says why it did not, `canExport` whether firebase-tools may still export by itself at its end. */
export type Saved = "saved" | { failed: string; canExport: boolean };

/** What became of an export at a suite's end. Where it is whole but cannot be brought into the store, `waitsIn` has it. */
export type LastSaved = "saved" | "none" | { failed: string; waitsIn: string | null };

/** What is kept from one start to the next: an export of the suite with accounts, documents and files. */
export interface KeptStore {
  folder: string;
  /** Where firebase-tools exports to when a suite ends that could not be saved before, as that of a killed launcher. */
  last: string;
  /**
   * The store to begin with, or `null` where there is none yet. What a killed suite saved at its end, or an exchange cut
   * short, is made good. Throws a `CommandError` where all there is is damaged.
   */
  open(): Promise<string | null>;
  /** From now on the running suite holds all that was kept, so what is saved of it may take that's place. */
  markComplete(): void;
  /** Saves the running suite whose hub listens on this port. */
  save(hubPort: number): Promise<Saved>;
  /** Lets the suite end without an export: all is saved, or cannot be. */
  leaveLast(): void;
  /** Keeps what firebase-tools exported at the end of a suite. What waits after that is kept by the next `open`. */
  keepLast(): Promise<LastSaved>;
  /** When what is kept now was saved, or `null` when nothing is. */
  savedAt(): Date | null;
  /** What there is to do where the store cannot be used. */
  waysOut(): Promise<string>;
  forget(): void;
}

const SAVE_WITHIN_MS = 120_000;

/**
 * The kept store in a folder. `tell` hears what a person should know of it; exports at a suite's end go below `lasts`, on
 * the disk that firebase-tools works on.
 */
export function keptStore(
  folder: string,
  tell: (news: string) => void,
  lasts = join(DATA, "last"),
  freeBytes = freeDiskSpace,
): KeptStore {
  const kept = join(folder, "kept");
  const previous = join(folder, "kept-previous");
  const next = join(folder, "kept-next");
  /** Is there from `markComplete` on, and holds the name of `last`, which another checkout would not guess. */
  const complete = join(folder, "kept-complete");
  // firebase-tools puts an export there when it is done. On the same disk that is one step, on another a copy which may
  // be cut short and look whole.
  const last = join(lasts, createHash("sha256").update(folder).digest("hex").slice(0, 12));

  /** Puts the sealed `next` in the store's place. The store before stays beside it until the next exchange. */
  async function exchange(): Promise<void> {
    const fault = existsSync(kept) ? await faultIn(kept) : null;
    if (fault !== null) setAside(fault);
    else if (existsSync(kept)) {
      remove(previous);
      renameSync(kept, previous);
    }
    renameSync(next, kept);
    syncFolder(folder);
  }

  /** A damaged store is never deleted, since something may still be had from it. */
  function setAside(fault: string): void {
    const damaged = join(folder, `kept-damaged-${new Date().toISOString().replaceAll(/:|\.\d+Z/g, "")}`);
    renameSync(kept, damaged);
    tell(`What was kept is damaged: ${fault}. It is in ${displayPath(damaged)} now.`);
  }

  /** Where a suite that held all that was kept exported to: this launcher's own, or one that was killed. */
  let ownLast: string | null = null;
  const lastOf = (): string | null => ownLast ?? (existsSync(complete) ? readFileSync(complete, "utf8") : null);

  async function keepLast(): Promise<LastSaved> {
    const from = lastOf();
    if (from === null || !existsSync(from)) {
      remove(complete, last);
      return "none";
    }
    const fault = await faultIn(from);
    if (fault !== null) {
      remove(complete, from);
      return { failed: fault, waitsIn: null };
    }
    try {
      remove(next);
      cpSync(from, next, { recursive: true, preserveTimestamps: true });
      await seal(next);
      await exchange();
    } catch (error) {
      return { failed: reasonOf(error), waitsIn: from };
    }
    remove(complete, from);
    return "saved";
  }

  async function waysOut(): Promise<string> {
    const ways = "--empty starts with a fresh store beside it and leaves it alone; --reset forgets it and begins anew.";
    if (!existsSync(kept) || (await faultIn(previous)) !== null) return ways;
    return `Move ${displayPath(kept)} away to go on with the save before it, of ${momentInWords(timeOf(previous))}. ${ways}`;
  }

  return {
    folder,
    last,
    keepLast,
    waysOut,
    async open() {
      if (isSealed(next) && (await faultIn(next)) === null) await exchange();
      const ended = await keepLast();
      if (typeof ended === "object" && ended.waitsIn !== null)
        throw new CommandError(
          `What was saved last is in ${displayPath(ended.waitsIn)} and cannot be brought to ${displayPath(folder)}: ${ended.failed}. Put that right and run the command again.`,
        );
      if (typeof ended === "object")
        tell(`What the suite before this one left at its end is not whole: ${ended.failed}.`);
      remove(next);

      const fault = existsSync(kept) ? await faultIn(kept) : null;
      if (existsSync(kept) && fault === null) return kept;
      if (!existsSync(kept) && !existsSync(previous)) return null;
      const faultBefore = await faultIn(previous);
      if (faultBefore !== null)
        throw new CommandError(
          `What is kept in ${displayPath(fault === null ? previous : kept)} is damaged: ${fault ?? faultBefore}. It was left as it is. ${await waysOut()}`,
        );
      if (fault !== null) setAside(fault);
      renameSync(previous, kept);
      tell(`Going on with the save before it, of ${momentInWords(timeOf(kept))}.`);
      return kept;
    },
    markComplete() {
      mkdirSync(folder, { recursive: true });
      writeFileSync(complete, last);
      ownLast = last;
    },
    async save(hubPort) {
      try {
        remove(next);
        const full = lackOfDiskSpace(dirname(lasts), kept, freeBytes);
        const failedBefore = full ?? lackOfDiskSpace(folder, kept, freeBytes);
        if (failedBefore !== null) return { failed: failedBefore, canExport: full === null };
        const response = await fetch(`http://127.0.0.1:${hubPort}/_admin/export`, {
          method: "POST",
          headers: { "Content-Type": "application/json" },
          body: JSON.stringify({ path: next, initiatedBy: "logbook" }),
          signal: AbortSignal.timeout(SAVE_WITHIN_MS),
        });
        const failed = response.ok ? await faultIn(next) : await complaintIn(response);
        if (failed !== null) {
          remove(next);
          return { failed, canExport: true };
        }
        await seal(next);
        await exchange();
        return "saved";
      } catch (error) {
        return { failed: reasonOf(error), canExport: (error as Error).name !== "TimeoutError" };
      }
    },
    leaveLast() {
      ownLast = null;
      remove(complete, last);
      try {
        mkdirSync(dirname(last), { recursive: true });
        // A file where firebase-tools looks for a folder: it ends at once.
        writeFileSync(last, "");
      } catch {
        // Then it exports once more, which nobody takes.
      }
    },
    savedAt() {
      return existsSync(kept) ? timeOf(kept) : null;
    },
    forget() {
      remove(kept, previous, next, last, complete);
      for (const name of existsSync(folder) ? readdirSync(folder) : [])
        if (name.startsWith("kept-damaged-")) remove(join(folder, name));
    },
  };
}

/** A moment as a person reads it, with the day where it is another one. */
export function momentInWords(moment: Date): string {
  const isToday = moment.toDateString() === new Date().toDateString();
  return isToday ? moment.toLocaleTimeString("en-GB") : moment.toLocaleString("en-GB");
}

function timeOf(exported: string): Date {
  return (statSync(join(exported, METADATA), { throwIfNoEntry: false }) ?? statSync(exported)).mtime;
}

/** What the hub says of an export that failed. */
async function complaintIn(response: Response): Promise<string> {
  const text = await response.text();
  try {
    return (JSON.parse(text) as { message: string }).message;
  } catch {
    return text || `the emulators' hub answered ${response.status}`;
  }
}

function reasonOf(error: unknown): string {
  const { message, cause } = error as Error;
  return cause instanceof Error ? `${message} (${cause.message})` : message;
}

function remove(...paths: string[]): void {
  for (const path of paths) rmSync(path, { recursive: true, force: true });
}
