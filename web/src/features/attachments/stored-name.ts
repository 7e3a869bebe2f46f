import { fileExtension, isBlank, jpegName, LIMITS, plainFileName } from "@logbook/domain";

// When a name is shortened, a longer extension is not kept: it is probably no file type, but a part of the name.
const MAX_EXTENSION_LENGTH = 9;

/** A file's name in a form that the API accepts: at most 200 characters, with its extension. */
export function storedName(name: string): string {
  const plainName = plainFileName(name).trim();
  if (isBlank(plainName)) return "file";
  if (plainName.length <= LIMITS.attachmentNameLength) return plainName;
  const extension = fileExtension(plainName);
  const keepsExtension = extension !== "" && extension.length <= MAX_EXTENSION_LENGTH;
  const ending = keepsExtension ? `.${extension}` : "";
  const shortenedName = plainName.slice(0, LIMITS.attachmentNameLength - ending.length);
  // Shortening may cut a surrogate pair in two: `plainFileName` removes the half that is left.
  return plainFileName(shortenedName) + ending;
}

/** The name of an image, which is stored as a JPEG. */
export function storedImageName(name: string): string {
  // `jpegName` may cut a surrogate pair before `.jpg`. The outer `storedName` removes the half that is left.
  return storedName(jpegName(storedName(name)));
}
