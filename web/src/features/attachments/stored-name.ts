import { fileExtension, isBlank, jpegName, LIMITS, plainFileName } from "@logbook/domain";

// When a name is shortened, an extension that is longer than this is not kept.
const MAX_EXTENSION_LENGTH = 10;

/** A file's name in a form that the API accepts: at most 200 characters, with its extension. */
export function storedName(name: string): string {
  const clean = plainFileName(name).trim();
  if (isBlank(clean)) return "file";
  if (clean.length <= LIMITS.attachmentNameLength) return clean;
  const extension = `.${fileExtension(clean)}`;
  const ending = extension === "." || extension.length > MAX_EXTENSION_LENGTH ? "" : extension;
  return plainFileName(clean.slice(0, LIMITS.attachmentNameLength - ending.length)) + ending;
}

/** The name of an image, which is stored as a JPEG. */
export function storedImageName(name: string): string {
  // `jpegName` may cut the name in the middle of a character.
  return storedName(jpegName(storedName(name)));
}
