import { fileExtension, isBlank, jpegName, LIMITS } from "@logbook/domain";

// Control characters, marks that turn the direction of text, and halves of a character left by cutting.
const UNSTORABLE = /[\p{Cc}\p{Surrogate}\u2028\u2029\u202a-\u202e\u2066-\u2069]/gu;

const LONGEST_ENDING = 10;

/** The name a file is stored under: one the API takes, at most 200 long, its extension kept. */
export function storedName(name: string): string {
  const clean = name.replace(UNSTORABLE, "").trim();
  if (isBlank(clean)) return "file";
  if (clean.length <= LIMITS.attachmentNameLength) return clean;
  const extension = `.${fileExtension(clean)}`;
  const ending = extension.length > LONGEST_ENDING ? "" : extension;
  return clean.slice(0, LIMITS.attachmentNameLength - ending.length).replace(UNSTORABLE, "") + ending;
}

/** The name an image is stored under once it is a JPEG (section 5). */
export function storedImageName(name: string): string {
  return storedName(jpegName(storedName(name)));
}
