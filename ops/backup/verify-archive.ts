import { isDeepStrictEqual } from "node:util";
import { hasValidChecksum } from "./checksum.ts";
import {
  entryOf,
  FORMAT,
  HEAD_NAME,
  headSchema,
  MANIFEST_NAME,
  type Manifest,
  manifestSchema,
  type PartEntry,
} from "./manifest.ts";
import { BrokenArchiveError, readEntries } from "./read-archive.ts";
import { type Content, countOf, readPart } from "./read-part.ts";

/** Reads a whole archive. Throws a `BrokenArchiveError` unless every part is unchanged and there is nothing else. */
export async function verifyArchive(file: string, onPart: (count: number) => void = () => {}): Promise<Manifest> {
  const found: PartEntry[] = [];
  let manifest: Manifest | undefined;
  let isFirst = true;
  for await (const { name, bytes } of readEntries(file)) {
    if (isFirst) checkHead(name, bytes);
    else if (manifest !== undefined) throw new BrokenArchiveError(`It goes on after its manifest, with ${name}.`);
    else if (name === MANIFEST_NAME) manifest = readManifest(bytes);
    else {
      found.push(entryOf({ name, bytes, count: countOf(readPart(name, bytes)) }));
      onPart(found.length);
    }
    isFirst = false;
  }
  if (isFirst) throw new BrokenArchiveError("It is empty.");
  if (manifest === undefined) throw new BrokenArchiveError("It is cut short: its manifest, the last part, is missing.");
  compare(manifest.parts, found);
  if (!(await hasValidChecksum(file)))
    throw new BrokenArchiveError("It is damaged or cut short: it is not the file that was written.");
  return manifest;
}

/** The parts of a verified archive. Each is compared with the manifest again, in case the file has changed. */
export async function* readParts(file: string, manifest: Manifest): AsyncGenerator<Content & { name: string }> {
  let index = 0;
  for await (const { name, bytes } of readEntries(file)) {
    if (name === HEAD_NAME) continue;
    if (name === MANIFEST_NAME) return;
    const content = readPart(name, bytes);
    const entry = manifest.parts[index];
    if (!isDeepStrictEqual(entryOf({ name, bytes, count: countOf(content) }), entry))
      throw new BrokenArchiveError(`It was changed while it was read (${name}).`);
    index += 1;
    yield { ...content, name };
  }
}

function checkHead(name: string, bytes: Buffer): void {
  const head = name === HEAD_NAME ? headSchema.safeParse(parseJson(bytes)) : undefined;
  if (!head?.success) throw new BrokenArchiveError("It is no backup of the logbook.");
  if (head.data.format !== FORMAT)
    throw new BrokenArchiveError(
      `It has format ${head.data.format}, and this version reads format ${FORMAT} only. Use the version that made it.`,
    );
}

function readManifest(bytes: Buffer): Manifest {
  const read = manifestSchema.safeParse(parseJson(bytes));
  if (!read.success) throw new BrokenArchiveError("Its manifest cannot be read.");
  return read.data;
}

function parseJson(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString());
  } catch {
    return null;
  }
}

function compare(listed: readonly PartEntry[], found: readonly PartEntry[]): void {
  const listedNames = new Set(listed.map(({ name }) => name));
  const foundNames = new Set(found.map(({ name }) => name));
  const missing = listed.find(({ name }) => !foundNames.has(name));
  if (missing !== undefined) throw new BrokenArchiveError(`Its part ${missing.name} is missing.`);
  const extra = found.find(({ name }) => !listedNames.has(name));
  if (extra !== undefined) throw new BrokenArchiveError(`It holds ${extra.name}, which its manifest does not list.`);
  for (const [index, entry] of listed.entries())
    if (!isDeepStrictEqual(entry, found[index]))
      throw new BrokenArchiveError(`Its part ${entry.name} is damaged: its checksum differs.`);
  if (found.length !== listed.length) throw new BrokenArchiveError("It holds a part twice.");
}
