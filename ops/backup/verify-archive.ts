import { isDeepStrictEqual } from "node:util";
import { hasValidChecksum } from "./checksum.ts";
import {
  FORMAT,
  FORMAT_ENTRY_NAME,
  formatEntrySchema,
  MANIFEST_NAME,
  type Manifest,
  manifestSchema,
  type PartInfo,
  toPartInfo,
} from "./manifest.ts";
import { BrokenArchiveError, readEntries } from "./read-archive.ts";
import { type Content, countOf, readPart } from "./read-part.ts";

/**
 * Reads a whole archive. Throws a `BrokenArchiveError` unless it has all its parts unchanged and nothing else. Calls
 * `onPart` after each part.
 */
export async function verifyArchive(file: string, onPart: (partCount: number) => void = () => {}): Promise<Manifest> {
  const actualParts: PartInfo[] = [];
  let manifest: Manifest | undefined;
  let hasFormatEntry = false;
  for await (const { name, bytes } of readEntries(file)) {
    if (!hasFormatEntry) checkFormatEntry(name, bytes);
    else if (manifest !== undefined) throw new BrokenArchiveError(`It goes on after its manifest, with ${name}.`);
    else if (name === MANIFEST_NAME) manifest = readManifest(bytes);
    else {
      actualParts.push(toPartInfo({ name, bytes, count: countOf(readPart(name, bytes)) }));
      onPart(actualParts.length);
    }
    hasFormatEntry = true;
  }
  if (!hasFormatEntry) throw new BrokenArchiveError("It is empty.");
  if (manifest === undefined) throw new BrokenArchiveError("It is cut short: its manifest, the last part, is missing.");
  compareParts(manifest.parts, actualParts);
  if (!(await hasValidChecksum(file)))
    throw new BrokenArchiveError("It is damaged or cut short: it is not the file that was written.");
  return manifest;
}

/** Reads the parts of a verified archive and compares them with its manifest again: the file may have changed since. */
export async function* readParts(file: string, manifest: Manifest): AsyncGenerator<Content & { name: string }> {
  let index = 0;
  for await (const { name, bytes } of readEntries(file)) {
    if (name === FORMAT_ENTRY_NAME) continue;
    if (name === MANIFEST_NAME) return;
    const content = readPart(name, bytes);
    const part = toPartInfo({ name, bytes, count: countOf(content) });
    if (!isDeepStrictEqual(part, manifest.parts[index]))
      throw new BrokenArchiveError(`It was changed while it was read (${name}).`);
    index += 1;
    yield { ...content, name };
  }
}

function checkFormatEntry(name: string, bytes: Buffer): void {
  const formatEntry = name === FORMAT_ENTRY_NAME ? formatEntrySchema.safeParse(parseJson(bytes)) : undefined;
  if (!formatEntry?.success) throw new BrokenArchiveError("It is no backup of the logbook.");
  if (formatEntry.data.format !== FORMAT)
    throw new BrokenArchiveError(
      `It has format ${formatEntry.data.format}, and this version reads format ${FORMAT} only. Use the version that made it.`,
    );
}

function readManifest(bytes: Buffer): Manifest {
  const parsed = manifestSchema.safeParse(parseJson(bytes));
  if (!parsed.success) throw new BrokenArchiveError("Its manifest cannot be read.");
  return parsed.data;
}

/** The parsed JSON; `null` if it is malformed, which no schema here accepts. */
function parseJson(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString());
  } catch {
    return null;
  }
}

function compareParts(listedParts: readonly PartInfo[], actualParts: readonly PartInfo[]): void {
  const listedNames = new Set(listedParts.map(({ name }) => name));
  const actualNames = new Set(actualParts.map(({ name }) => name));
  const missingPart = listedParts.find(({ name }) => !actualNames.has(name));
  if (missingPart !== undefined) throw new BrokenArchiveError(`Its part ${missingPart.name} is missing.`);
  const extraPart = actualParts.find(({ name }) => !listedNames.has(name));
  if (extraPart !== undefined)
    throw new BrokenArchiveError(`It holds ${extraPart.name}, which its manifest does not list.`);
  for (const [index, part] of listedParts.entries())
    if (!isDeepStrictEqual(part, actualParts[index]))
      throw new BrokenArchiveError(`Its part ${part.name} is damaged: its checksum differs.`);
  // All names are listed, and each listed part is there at its place: any other part repeats one of them.
  if (actualParts.length !== listedParts.length) throw new BrokenArchiveError("It holds a part twice.");
}
