import { type Finding, findPrivate } from "./find-private.ts";
import { strike } from "./strike.ts";
import { decodeText, encodeText, type TextFile } from "./text-file.ts";

/** A text file with what was found in it. */
export interface SearchedFile {
  file: TextFile;
  findings: readonly Finding[];
}

// A file stays in memory as long as its bytes do: the form needs its findings again to show them.
const searchedFiles = new WeakMap<Blob, Promise<SearchedFile | null>>();

/** Finds what is likely private in a text file; `null` if its encoding is neither UTF-8 nor UTF-16 with its mark. */
export function searchFile(original: Blob): Promise<SearchedFile | null> {
  const known = searchedFiles.get(original);
  if (known !== undefined) return known;
  const search = readAndSearch(original);
  searchedFiles.set(original, search);
  return search;
}

async function readAndSearch(original: Blob): Promise<SearchedFile | null> {
  const file = decodeText(new Uint8Array(await original.arrayBuffer()));
  return file && { file, findings: await findPrivate(file.text) };
}

/** The indexes of the findings that the member has left in. */
export type LeftIn = "all" | readonly number[];

export const isLeftIn = (leftIn: LeftIn, index: number): boolean => leftIn === "all" || leftIn.includes(index);

/** The file with all findings struck out but those that are left in. Unchanged, it is the original. */
export function strikeFile(original: Blob, { file, findings }: SearchedFile, leftIn: LeftIn): Blob {
  if (leftIn === "all" || leftIn.length === findings.length) return original;
  const kept = new Set(leftIn);
  const struck = findings.filter((_, index) => !kept.has(index));
  return new Blob([encodeText({ ...file, text: strike(file.text, struck) })], { type: original.type });
}
