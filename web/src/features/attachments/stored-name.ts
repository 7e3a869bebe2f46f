import { fileExtension, isBlank, jpegName, LIMITS, plainFileName } from "@logbook/domain";

const LONGEST_ENDING = 10;

/** The name a file is stored under: one the API takes, at most 200 long, its extension kept. */
export function storedName(name: string): string {
  const clean = plainFileName(name).trim();
  if (isBlank(clean)) return "file";
  if (clean.length <= LIMITS.attachmentNameLength) return clean;
  const extension = `.${fileExtension(clean)}`;
  const ending = extension.length > LONGEST_ENDING ? "" : extension;
  return plainFileName(clean.slice(0, LIMITS.attachmentNameLength - ending.length)) + ending;
}

/** The name an image is stored under once it is a JPEG (section 5). */
export function storedImageName(name: string): string {
  return storedName(jpegName(storedName(name)));
}
