import { createHash } from "node:crypto";
import { closeSync, existsSync, fsyncSync, openSync, readdirSync, readFileSync, statSync } from "node:fs";
import { type FileHandle, open } from "node:fs/promises";
import { join, relative } from "node:path";

/** What firebase-tools writes into an export last of all. */
export const METADATA = "firebase-export-metadata.json";

/** Our own list of an export's files with their checksums, written once all of them are on the disk. */
const CHECKSUMS = "logbook-checksums.json";

/** How many files are open at once. */
const AT_ONCE = 16;

/** Writes down what an export consists of, all of it on the disk by then, so that damage is noticed later. */
export async function seal(folder: string): Promise<void> {
  const checksums = await checksumsOf(folder, filesIn(folder), (file) => file.sync());
  const list = await open(join(folder, CHECKSUMS), "w");
  try {
    await list.writeFile(JSON.stringify(checksums, null, 2));
    await list.sync();
  } finally {
    await list.close();
  }
  for (const path of foldersIn(folder)) syncFolder(path);
}

/** Brings the names in a folder onto the disk. Where a system cannot do that for folders, it does so in its own time. */
export function syncFolder(folder: string): void {
  try {
    const file = openSync(folder, "r");
    fsyncSync(file);
    closeSync(file);
  } catch {}
}

export const isSealed = (folder: string): boolean => existsSync(join(folder, CHECKSUMS));

/**
 * What is wrong with an export, or `null` where it is whole: every file as it was when it was sealed. In one without our
 * seal every part must be there and readable, since firebase-tools takes an empty file for one that says 'nothing'.
 */
export async function faultIn(folder: string): Promise<string | null> {
  try {
    if (isSealed(folder)) await compare(folder);
    else parse(folder);
    return null;
  } catch (error) {
    return (error as Error).message;
  }
}

async function compare(folder: string): Promise<void> {
  const sealed = readJson(folder, CHECKSUMS) as Record<string, string>;
  const there = new Set(filesIn(folder));
  const missing = Object.keys(sealed).find((file) => !there.has(file));
  if (missing !== undefined) throw new Error(`${missing} is missing`);
  const found = await checksumsOf(folder, Object.keys(sealed));
  const changed = Object.keys(sealed).find((file) => found[file] !== sealed[file]);
  if (changed !== undefined) throw new Error(`${changed} is not as it was saved`);
}

interface ExportMetadata {
  firestore?: { path: string; metadata_file: string };
  auth?: { path: string };
  storage?: { path: string };
}

function parse(folder: string): void {
  const { firestore, auth, storage } = readJson(folder, METADATA) as ExportMetadata;
  if (firestore === undefined || auth === undefined || storage === undefined)
    throw new Error(`${METADATA} does not name all three parts`);

  // Firestore's own metadata name the next files in plain letters; those of an empty database name none.
  for (const kind of namesIn(folder, firestore.metadata_file, /all_namespaces\/[\w/]*\.export_metadata/g)) {
    const file = join(firestore.path, kind);
    for (const output of namesIn(folder, file, /output-\d+/g)) bytesOf(folder, join(file, "..", output));
  }

  const accounts = join(auth.path, "accounts.json");
  const { users } = readJson(folder, accounts) as { users?: unknown };
  if (!Array.isArray(users)) throw new Error(`${accounts} has no accounts`);
  readJson(folder, join(auth.path, "config.json"));

  const { buckets } = readJson(folder, join(storage.path, "buckets.json")) as { buckets?: unknown };
  if (!Array.isArray(buckets)) throw new Error(`${join(storage.path, "buckets.json")} has no buckets`);
  const blobs = new Set(filesIn(join(folder, storage.path, "blobs")));
  for (const name of filesIn(join(folder, storage.path, "metadata"))) {
    const { size } = readJson(folder, join(storage.path, "metadata", name)) as { size?: number };
    const blob = name.replace(/\.json$/, "");
    const file = join(storage.path, "blobs", blob);
    if (!blobs.delete(blob)) throw new Error(`${file} is missing`);
    if (statSync(join(folder, file)).size !== size) throw new Error(`${file} is cut short`);
  }
  for (const blob of blobs) throw new Error(`${join(storage.path, "metadata", `${blob}.json`)} is missing`);
}

function readJson(folder: string, file: string): unknown {
  const text = bytesOf(folder, file).toString();
  try {
    return JSON.parse(text);
  } catch {
    throw new Error(`${file} cannot be read`);
  }
}

function namesIn(folder: string, file: string, pattern: RegExp): string[] {
  return bytesOf(folder, file).toString("latin1").match(pattern) ?? [];
}

/** What is in a file that has to be there and cannot be empty. */
function bytesOf(folder: string, file: string): Buffer {
  if (!existsSync(join(folder, file))) throw new Error(`${file} is missing`);
  const bytes = readFileSync(join(folder, file));
  if (bytes.length === 0) throw new Error(`${file} is empty`);
  return bytes;
}

/** The files below a folder, without our list of them. */
function filesIn(folder: string): string[] {
  return entriesIn(folder)
    .filter((entry) => entry.isFile() && entry.name !== CHECKSUMS)
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)));
}

function foldersIn(folder: string): string[] {
  const below = entriesIn(folder).filter((entry) => entry.isDirectory());
  return [...below.map((entry) => join(entry.parentPath, entry.name)), folder];
}

const entriesIn = (folder: string) =>
  existsSync(folder) ? readdirSync(folder, { recursive: true, withFileTypes: true }) : [];

async function checksumsOf(
  folder: string,
  files: string[],
  before: (file: FileHandle) => Promise<void> = async () => {},
): Promise<Record<string, string>> {
  const checksums: [file: string, checksum: string][] = [];
  for (let from = 0; from < files.length; from += AT_ONCE)
    checksums.push(
      ...(await Promise.all(
        files.slice(from, from + AT_ONCE).map(async (name): Promise<[string, string]> => {
          const file = await open(join(folder, name));
          await before(file);
          const hash = createHash("sha256");
          // Reading to the end closes the file.
          for await (const chunk of file.createReadStream()) hash.update(chunk as Buffer);
          return [name, hash.digest("hex")];
        }),
      )),
    );
  return Object.fromEntries(checksums);
}
