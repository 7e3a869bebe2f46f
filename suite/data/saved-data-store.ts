import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync } from "node:fs";
import { basename, join } from "node:path";
import { CommandError } from "../command-line/command.ts";
import { displayPath } from "../command-line/paths.ts";
import { freeDiskSpace, inMegabytes, sizeOnDisk } from "../machine/disk-space.ts";

/** The result of a save: `null` if it succeeded, or the reason why it failed. */
export type SaveFailure = string | null;

const SAVE_TIMEOUT_MS = 120_000;
/** A save may need this many bytes more than the previous save. */
const SPARE_BYTES = 1_000_000;
const METADATA = "firebase-export-metadata.json";

/**
 * The saved accounts, reports and files of the local suite, below `folder`. Each save is a folder in `saves/`, named by
 * its time; the last two are kept. An unfinished save is in `save-in-progress`, which is renamed when it is complete.
 */
export class SavedDataStore {
  readonly folder: string;
  readonly #print: (line: string) => void;
  readonly #freeBytes: (folder: string) => number;
  readonly #saves: string;
  readonly #unfinished: string;

  constructor(folder: string, print: (line: string) => void, freeBytes = freeDiskSpace) {
    this.folder = folder;
    this.#print = print;
    this.#freeBytes = freeBytes;
    this.#saves = join(folder, "saves");
    this.#unfinished = join(folder, "save-in-progress");
  }

  /**
   * The folder of the last save, for firebase-tools to import; `null` if there is none. If that save is damaged, it is
   * renamed and the previous save is used. Throws a `CommandError` if there is no intact previous save.
   */
  open(): string | null {
    const [last, previous] = this.#list();
    if (last === undefined) return null;
    const damage = damageIn(last);
    if (damage === null) return last;
    if (previous === undefined || damageIn(previous) !== null)
      throw new CommandError(
        `The save in ${displayPath(last)} is damaged: ${damage}. Nothing was changed. ${this.recoveryAdvice()}`,
      );
    // The damaged save stays until `--reset`, because a person may recover data from it.
    const damagedFolder = join(this.folder, `damaged-${basename(last)}`);
    renameSync(last, damagedFolder);
    this.#print(`The last save is damaged: ${damage}. It is in ${displayPath(damagedFolder)} now.`);
    this.#print(`Continuing with the previous save, of ${timeInWords(timeOf(previous))}.`);
    return previous;
  }

  /** Saves the running suite whose hub listens on this port. `workFolder` is where firebase-tools writes first. */
  async save(hubPort: number, workFolder: string): Promise<SaveFailure> {
    const unfinished = this.#unfinished;
    try {
      removeAll(unfinished);
      mkdirSync(this.#saves, { recursive: true });
      const failure = this.#lackOfSpace(workFolder) ?? (await exportTo(unfinished, hubPort)) ?? damageIn(unfinished);
      if (failure !== null) return failure;
      renameSync(unfinished, join(this.#saves, new Date().toISOString().replaceAll(":", "-")));
      removeAll(...this.#list().slice(2));
      return null;
    } catch (error) {
      return reasonOf(error);
    } finally {
      removeAll(unfinished);
      // After a failed export, firebase-tools leaves its unfinished folder behind.
      for (const name of existsSync(workFolder) ? readdirSync(workFolder) : [])
        if (name.startsWith("firebase-export-")) removeAll(join(workFolder, name));
    }
  }

  /** When the last save was made; `null` if there is none. */
  savedAt(): Date | null {
    const [last] = this.#list();
    return last === undefined ? null : timeOf(last);
  }

  /** One or two sentences on what to do if the last save cannot be used. */
  recoveryAdvice(): string {
    const options =
      "--empty starts without data and does not change the saved data; --reset deletes the saved data and starts with sample data.";
    const [last, previous] = this.#list();
    if (last === undefined || previous === undefined || damageIn(previous) !== null) return options;
    return `Move ${displayPath(last)} away to continue with the previous save, of ${timeInWords(timeOf(previous))}. ${options}`;
  }

  /** Deletes all saves, also damaged ones. */
  deleteAll(): void {
    const names = existsSync(this.folder) ? readdirSync(this.folder) : [];
    const damaged = names.filter((name) => name.startsWith("damaged-"));
    removeAll(this.#saves, this.#unfinished, ...damaged.map((name) => join(this.folder, name)));
  }

  /** The saves, the last one first. */
  #list(): string[] {
    const names = existsSync(this.#saves) ? readdirSync(this.#saves) : [];
    return names
      .sort()
      .reverse()
      .map((name) => join(this.#saves, name));
  }

  /** Says whether a disk has too little space: on a full disk, firebase-tools hangs, or crashes and loses all data. */
  #lackOfSpace(workFolder: string): SaveFailure {
    const needed = SPARE_BYTES + sizeOnDisk(this.#list()[0] ?? "");
    const full = [workFolder, this.folder].find((place) => this.#freeBytes(place) < needed);
    if (full === undefined) return null;
    return `${displayPath(full)} has ${inMegabytes(this.#freeBytes(full))} left, and a save takes ${inMegabytes(needed)}`;
  }
}

/** Asks firebase-tools' hub to export the data of a running suite. */
async function exportTo(folder: string, hubPort: number): Promise<SaveFailure> {
  const response = await fetch(`http://127.0.0.1:${hubPort}/_admin/export`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ path: folder, initiatedBy: "logbook" }),
    signal: AbortSignal.timeout(SAVE_TIMEOUT_MS),
  });
  if (response.ok) return null;
  const text = await response.text();
  try {
    return (JSON.parse(text) as { message: string }).message;
  } catch {
    return text || `the emulators' hub answered ${response.status}`;
  }
}

/** Describes the damage of an export; `null` if it is intact. firebase-tools itself does not notice a missing part. */
function damageIn(folder: string): string | null {
  try {
    const { firestore, auth, storage } = JSON.parse(readFileSync(join(folder, METADATA), "utf8"));
    const parts = [firestore.metadata_file, `${auth.path}/accounts.json`, `${storage.path}/buckets.json`];
    const damaged = parts.find((part) => !existsSync(join(folder, part)) || statSync(join(folder, part)).size === 0);
    return damaged === undefined ? null : `${damaged} is missing or empty`;
  } catch {
    return `${METADATA} cannot be read`;
  }
}

/** A time as a person reads it, with the day if it is not today. */
export function timeInWords(time: Date): string {
  const isToday = time.toDateString() === new Date().toDateString();
  return isToday ? time.toLocaleTimeString("en-GB") : time.toLocaleString("en-GB");
}

function timeOf(save: string): Date {
  return (statSync(join(save, METADATA), { throwIfNoEntry: false }) ?? statSync(save)).mtime;
}

function reasonOf(error: unknown): string {
  const { message, cause } = error as Error;
  return cause instanceof Error ? `${message} (${cause.message})` : message;
}

function removeAll(...paths: string[]): void {
  for (const path of paths) rmSync(path, { recursive: true, force: true });
}
