import {
  ATTACHMENT_SIZE_LIMIT,
  type FileCheck,
  formatCount,
  isBlank,
  jpegName,
  LIMITS,
  plainFileName,
} from "@logbook/domain";
import { loadPrivateText } from "../private-text/index.ts";
import { type ListedFile, struckCount, type TextReview } from "./file-list.ts";
import { toJpeg } from "./jpeg.ts";

/** The sentences about files that cannot be attached: `checkFile` refuses them, or `prepareFile` fails on them. */
export const FILE_PROBLEM_TEXTS = {
  "too-large": `Larger than ${ATTACHMENT_SIZE_LIMIT} (${formatCount(LIMITS.attachmentBytes)} bytes). Please attach a smaller file.`,
  empty: "This file is empty. Please attach a file with content.",
  type: "Only images, PDF, TXT, LOG and JSON files can be attached.",
  "too-large-with-strikes": `With what is struck out this file is larger than ${ATTACHMENT_SIZE_LIMIT}. Please attach a smaller part of it.`,
  "not-searched":
    "This file could not be looked through for private data. Please check your connection and choose it again.",
  "unreadable-image": "This picture could not be read. It may be damaged or of a kind this browser does not know.",
  "unreadable-file": "This file could not be read. Please choose it again.",
} as const;

/** The form in which an accepted file will be stored: an image as JPEG, a text with strikes, a PDF unchanged. */
export type StoredAs = Exclude<FileCheck, { kind: "refused" }>;

/**
 * Converts an image to JPEG (section 5). Copies any other file into memory, since the file on disk may change. Strikes
 * out what is likely private in a text. `name` is the name under which the file will be stored.
 */
export async function prepareFile(file: File, storedAs: StoredAs, name: string): Promise<Partial<ListedFile>> {
  try {
    const { content, resizedFrom } =
      storedAs.kind === "image"
        ? await toJpeg(file)
        : { content: new Blob([await file.arrayBuffer()], { type: storedAs.type }), resizedFrom: null };
    const { size, type } = content;
    if (size > LIMITS.attachmentBytes) return fail("too-large");
    if (isText(type)) return await reviewText(content, name);
    return { name, size, type, content, resizedFrom, state: { kind: "ready" } };
  } catch (error) {
    console.error(`Failed to process ${file.name}:`, error);
    return fail(storedAs.kind === "image" ? "unreadable-image" : "unreadable-file");
  }
}

const fail = (problem: keyof typeof FILE_PROBLEM_TEXTS) =>
  ({ state: { kind: "failed", reason: FILE_PROBLEM_TEXTS[problem] } }) as const;

const isText = (type: string): boolean => type === "text/plain" || type === "application/json";

async function reviewText(original: Blob, name: string): Promise<Partial<ListedFile>> {
  // A text that could not be looked through must not be sent as if it had been.
  const privateText = await loadPrivateText().catch(() => null);
  if (privateText === null) return fail("not-searched");
  const searched = await privateText.searchFile(original);
  if (searched === null) {
    const { size, type } = original;
    return { name, size, type, content: original, review: "unknown-encoding", state: { kind: "ready" } };
  }
  const review = { original, plainName: name, foundCount: searched.findings.length, leftIn: [] };
  return reviewedFile(review, privateText.strikeFile(original, searched, []));
}

/** A text file with strikes, whose name says how many there are. */
export function reviewedFile(review: TextReview, content: Blob): Partial<ListedFile> {
  const { size, type } = content;
  const count = struckCount(review);
  const name = count === 0 ? review.plainName : shortenName(review.plainName, ` (${count} struck out)`);
  if (size > LIMITS.attachmentBytes) return { name, size, content: null, review, ...fail("too-large-with-strikes") };
  return { name, size, type, content, review, state: { kind: "ready" } };
}

/** A file's name in a form that the API accepts: at most 200 characters, with its extension. */
export function storedName(name: string): string {
  const plainName = plainFileName(name).trim();
  return isBlank(plainName) ? "file" : shortenName(plainName, "");
}

// An extension of more than nine characters is not kept: it is probably a part of the name.
const EXTENSION = /(?<=.)\.[^.]{1,9}$/;

/** A name of at most 200 characters, with `suffix` before its extension. */
function shortenName(name: string, suffix: string): string {
  if (suffix === "" && name.length <= LIMITS.attachmentNameLength) return name;
  const [extension = ""] = EXTENSION.exec(name) ?? [];
  const ending = suffix + extension;
  const nameWithoutExtension = name.slice(0, name.length - extension.length);
  // Shortening may cut a surrogate pair in two: `plainFileName` removes the half that is left.
  return plainFileName(nameWithoutExtension.slice(0, LIMITS.attachmentNameLength - ending.length)) + ending;
}

/** The name, or the name with a number as in `login (2).jpg`, so that it is none of the other names. */
export function uniqueName(name: string, otherNames: readonly string[]): string {
  // Windows takes names that differ only in case for one.
  const takenNames = new Set(otherNames.map((otherName) => otherName.toLowerCase()));
  let newName = name;
  for (let number = 2; takenNames.has(newName.toLowerCase()); number += 1) newName = shortenName(name, ` (${number})`);
  return newName;
}

/** The name of an image, which is stored as a JPEG. */
export function storedImageName(name: string): string {
  // `jpegName` may cut a surrogate pair before `.jpg`. The outer `storedName` removes the half that is left.
  return storedName(jpegName(storedName(name)));
}
