import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statfsSync, statSync } from "node:fs";
import { basename, join } from "node:path";
import { CommandError } from "../command-line/command.ts";
import { displayPath } from "../command-line/paths.ts";

/** The result of a save: `null` if it succeeded, or the reason why it failed. */
export type SaveFailure = string | null;

const SAVE_TIMEOUT_MS = 120_000;
/** The block size of most file systems. */
const BLOCK_BYTES = 4096;
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
  readonly #savesFolder: string;
  readonly #unfinishedSave: string;

  constructor(folder: string, print: (line: string) => void, freeBytes = freeDiskSpace) {
    this.folder = folder;
    this.#print = print;
    this.#freeBytes = freeBytes;
    this.#savesFolder = join(folder, "saves");
    this.#unfinishedSave = join(folder, "save-in-progress");
  }

  /**
   * Returns the folder of the last save, for firebase-tools to import; `null` if there is none. If the last save is
   * damaged, renames it and returns the previous save. Throws a `CommandError` if the previous save is damaged, too.
   */
  open(): string | null {
    const [lastSave, previousSave] = this.#listSaves();
    if (lastSave === undefined) return null;
    const damage = describeDamage(lastSave);
    if (damage === null) return lastSave;
    if (previousSave === undefined || describeDamage(previousSave) !== null)
      throw new CommandError(
        `The save in ${displayPath(lastSave)} is damaged: ${damage}. Nothing was changed. ${this.recoveryAdvice()}`,
      );
    // The damaged save stays until `--reset`, because a person may recover data from it.
    const damagedFolder = join(this.folder, `damaged-${basename(lastSave)}`);
    renameSync(lastSave, damagedFolder);
    this.#print(`The last save is damaged: ${damage}. It is in ${displayPath(damagedFolder)} now.`);
    this.#print(`Continuing with the previous save, of ${timeInWords(timeOf(previousSave))}.`);
    return previousSave;
  }

  /** Saves the running suite whose hub listens on this port. firebase-tools writes its export into `workFolder` first. */
  async save(hubPort: number, workFolder: string): Promise<SaveFailure> {
    const unfinishedSave = this.#unfinishedSave;
    try {
      removeAll(unfinishedSave);
      mkdirSync(this.#savesFolder, { recursive: true });
      const spaceFailure = this.#describeFullDisk(workFolder);
      const failure = spaceFailure ?? (await exportData(unfinishedSave, hubPort)) ?? describeDamage(unfinishedSave);
      if (failure !== null) return failure;
      renameSync(unfinishedSave, join(this.#savesFolder, new Date().toISOString().replaceAll(":", "-")));
      removeAll(...this.#listSaves().slice(2));
      return null;
    } catch (error) {
      return describeError(error);
    } finally {
      removeAll(unfinishedSave);
      // After a failed export, firebase-tools leaves its unfinished folder behind.
      for (const name of existsSync(workFolder) ? readdirSync(workFolder) : [])
        if (name.startsWith("firebase-export-")) removeAll(join(workFolder, name));
    }
  }

  /** When the last save was made; `null` if there is none. */
  savedAt(): Date | null {
    const [lastSave] = this.#listSaves();
    return lastSave === undefined ? null : timeOf(lastSave);
  }

  /** Says how to start the suite although the last save cannot be imported. */
  recoveryAdvice(): string {
    const optionsAdvice =
      "--empty starts without data and does not change the saved data; --reset deletes the saved data and starts with sample data.";
    const [lastSave, previousSave] = this.#listSaves();
    if (lastSave === undefined || previousSave === undefined || describeDamage(previousSave) !== null)
      return optionsAdvice;
    return `Move ${displayPath(lastSave)} away to continue with the previous save, of ${timeInWords(timeOf(previousSave))}. ${optionsAdvice}`;
  }

  /** Deletes all saves, also damaged ones. */
  deleteAll(): void {
    const names = existsSync(this.folder) ? readdirSync(this.folder) : [];
    const damagedFolders = names.filter((name) => name.startsWith("damaged-"));
    removeAll(this.#savesFolder, this.#unfinishedSave, ...damagedFolders.map((name) => join(this.folder, name)));
  }

  /** The folders of the saves, the last save first. */
  #listSaves(): string[] {
    const names = existsSync(this.#savesFolder) ? readdirSync(this.#savesFolder) : [];
    names.sort().reverse();
    return names.map((name) => join(this.#savesFolder, name));
  }

  /** Says which disk is too full, or `null`. On a full disk, firebase-tools hangs, or crashes and loses all data. */
  #describeFullDisk(workFolder: string): SaveFailure {
    const neededBytes = SPARE_BYTES + sizeOnDisk(this.#listSaves()[0] ?? "");
    const fullFolder = [workFolder, this.folder].find((folder) => this.#freeBytes(folder) < neededBytes);
    if (fullFolder === undefined) return null;
    return `${displayPath(fullFolder)} has ${inMegabytes(this.#freeBytes(fullFolder))} left, and a save takes ${inMegabytes(neededBytes)}`;
  }
}

/** Asks firebase-tools' hub to export the data of a running suite. */
async function exportData(folder: string, hubPort: number): Promise<SaveFailure> {
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
function describeDamage(folder: string): string | null {
  try {
    const { firestore, auth, storage } = JSON.parse(readFileSync(join(folder, METADATA), "utf8"));
    const parts = [firestore.metadata_file, `${auth.path}/accounts.json`, `${storage.path}/buckets.json`];
    const sizeOf = (part: string): number => statSync(join(folder, part), { throwIfNoEntry: false })?.size ?? 0;
    const damagedPart = parts.find((part) => sizeOf(part) === 0);
    return damagedPart === undefined ? null : `${damagedPart} is missing or empty`;
  } catch {
    return `${METADATA} cannot be read`;
  }
}

/** A time of day as a person reads it, with the date if it is not today. */
export function timeInWords(time: Date): string {
  const isToday = time.toDateString() === new Date().toDateString();
  return isToday ? time.toLocaleTimeString("en-GB") : time.toLocaleString("en-GB");
}

const timeOf = (save: string): Date => statSync(save).mtime;

function describeError(error: unknown): string {
  const { message, cause } = error as Error;
  return cause instanceof Error ? `${message} (${cause.message})` : message;
}

function removeAll(...paths: string[]): void {
  for (const path of paths) rmSync(path, { recursive: true, force: true });
}

/** The free bytes on a folder's disk; Infinity for a network disk that does not report its free bytes. */
function freeDiskSpace(folder: string): number {
  const { blocks, bavail, bsize } = statfsSync(folder);
  return blocks === 0 ? Number.POSITIVE_INFINITY : bavail * bsize;
}

/** The bytes that a folder takes on a disk, in whole blocks; 0 if it does not exist. */
function sizeOnDisk(folder: string): number {
  const entries = existsSync(folder) ? readdirSync(folder, { recursive: true, withFileTypes: true }) : [];
  let bytes = 0;
  for (const { parentPath, name } of entries)
    bytes += Math.ceil(statSync(join(parentPath, name)).size / BLOCK_BYTES) * BLOCK_BYTES;
  return bytes;
}

const inMegabytes = (bytes: number): string => `${(bytes / 1_000_000).toFixed(1)} MB`;
