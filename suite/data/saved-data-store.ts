import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { CommandError } from "../command-line/command.ts";
import { displayPath } from "../command-line/paths.ts";
import { freeDiskSpace, inMegabytes, sizeOnDisk } from "../machine/disk-space.ts";

/** The result of a save: `null` if it succeeded, or the reason why it failed. */
export type SaveFailure = string | null;

/** The accounts, reports and files of the local suite, saved from one start to the next. */
export interface SavedDataStore {
  folder: string;
  /**
   * The folder of the last save, for firebase-tools to import; `null` if there is none. If that save is damaged, it is put
   * aside and the one before it is taken. Throws a `CommandError` if there is no other.
   */
  open(): string | null;
  /** Saves the running suite whose hub listens on this port. `workFolder` is where firebase-tools writes first. */
  save(hubPort: number, workFolder: string): Promise<SaveFailure>;
  /** When the last save was made; `null` if there is none. */
  savedAt(): Date | null;
  /** One or two sentences on what to do if the last save cannot be used. */
  recoveryAdvice(): string;
  forget(): void;
}

const SAVE_TIMEOUT_MS = 120_000;
/** The bytes that a save may need beyond those of the one before it. */
const SPARE_BYTES = 1_000_000;
const METADATA = "firebase-export-metadata.json";

/**
 * The saved data below `folder`: each save is a folder of its own in `saves/`, named by its time, and the last two stay.
 * firebase-tools exports into a folder beside it, which is renamed once it is complete.
 */
export function savedDataStore(
  folder: string,
  print: (line: string) => void,
  freeBytes = freeDiskSpace,
): SavedDataStore {
  const saves = join(folder, "saves");
  const draft = join(folder, "save-in-progress");
  /** The only save of an earlier version. */
  const earlier = join(folder, "kept");

  /** The saves, the last one first. */
  function list(): string[] {
    if (existsSync(earlier)) addSave(earlier, timeOf(earlier));
    const names = existsSync(saves) ? readdirSync(saves) : [];
    return names
      .sort()
      .reverse()
      .map((name) => join(saves, name));
  }

  function addSave(exported: string, time: Date): void {
    mkdirSync(saves, { recursive: true });
    renameSync(exported, join(saves, time.toISOString().replaceAll(":", "-")));
  }

  const savedAt = (): Date | null => {
    const [last] = list();
    return last === undefined ? null : timeOf(last);
  };

  function recoveryAdvice(): string {
    const options =
      "--empty starts with a fresh store beside it and leaves it alone; --reset deletes it and starts with sample data.";
    const [last, before] = list();
    if (last === undefined || before === undefined || damageIn(before) !== null) return options;
    return `Move ${displayPath(last)} away to go on with the save before it, of ${timeInWords(timeOf(before))}. ${options}`;
  }

  /** Why firebase-tools must not be asked to export: on a full disk it hangs, or crashes with all its data. */
  function lackOfSpace(workFolder: string): SaveFailure {
    const needed = SPARE_BYTES + sizeOnDisk(list()[0] ?? "");
    const full = [workFolder, folder].find((place) => freeBytes(place) < needed);
    if (full === undefined) return null;
    return `${displayPath(full)} has ${inMegabytes(freeBytes(full))} left, and a save takes ${inMegabytes(needed)}`;
  }

  return {
    folder,
    savedAt,
    recoveryAdvice,
    open() {
      const [last, before] = list();
      if (last === undefined) return null;
      const damage = damageIn(last);
      if (damage === null) return last;
      if (before === undefined || damageIn(before) !== null)
        throw new CommandError(
          `What is saved in ${displayPath(last)} is damaged: ${damage}. It was left as it is. ${recoveryAdvice()}`,
        );
      // Never deleted, since a person may still find something in it.
      const aside = join(folder, `damaged-${last.slice(saves.length + 1)}`);
      renameSync(last, aside);
      print(`The last save is damaged: ${damage}. It is in ${displayPath(aside)} now.`);
      print(`Going on with the save before it, of ${timeInWords(timeOf(before))}.`);
      return before;
    },
    async save(hubPort, workFolder) {
      try {
        remove(draft);
        mkdirSync(folder, { recursive: true });
        const failure = lackOfSpace(workFolder) ?? (await exportTo(draft, hubPort)) ?? damageIn(draft);
        if (failure !== null) return failure;
        addSave(draft, new Date());
        remove(...list().slice(2));
        return null;
      } catch (error) {
        return reasonOf(error);
      } finally {
        remove(draft);
        // firebase-tools leaves what it had written of an export that failed.
        for (const name of readdirSync(workFolder))
          if (name.startsWith("firebase-export-")) remove(join(workFolder, name));
      }
    },
    forget() {
      const damaged = existsSync(folder) ? readdirSync(folder).filter((name) => name.startsWith("damaged-")) : [];
      remove(saves, draft, earlier, ...damaged.map((name) => join(folder, name)));
    },
  };
}

/** Has firebase-tools' hub export a running suite. */
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

/**
 * The damage of an export, or `null`. Checked, since firebase-tools imports a missing or empty part as one without
 * data.
 */
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

function remove(...paths: string[]): void {
  for (const path of paths) rmSync(path, { recursive: true, force: true });
}
