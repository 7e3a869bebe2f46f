import { LIMITS } from "./limits.ts";

/** The file extensions of images (section 5). The page converts every image to JPEG before it uploads it. */
const IMAGE_EXTENSIONS = ["jpg", "jpeg", "png", "gif", "webp", "svg"];

/** The `accept` attribute of the file picker (section 5). */
export const PICKER_ACCEPT = "image/*,.pdf,.txt,.log,.json";

/** The content type for each file extension of documents, which are all files except images (section 5). */
export const DOCUMENT_TYPES: Record<string, string> = {
  pdf: "application/pdf",
  txt: "text/plain",
  log: "text/plain",
  json: "application/json",
};

/** The extension for each content type that may be stored. */
const EXTENSION_OF_TYPE = {
  "image/jpeg": "jpg",
  "image/png": "png",
  "image/gif": "gif",
  "image/webp": "webp",
  "application/pdf": "pdf",
  "application/json": "json",
  "text/plain": "txt",
};
type AttachmentType = keyof typeof EXTENSION_OF_TYPE;

/** The keys of `EXTENSION_OF_TYPE`. `storage.rules` has the same list. The page stores images as JPEG only. */
export const ATTACHMENT_TYPES = Object.keys(EXTENSION_OF_TYPE) as [AttachmentType, ...AttachmentType[]];

// The header of a base64 data URL: the content type, any parameters such as `;charset=utf-8`, then `;base64,`.
const DATA_URL_HEADER = /^data:([a-z]+\/[a-z]+)(?:;[a-z]+=[\w.-]+)*;base64,/i;

/** The content type and length of a data URL's header (section 3); `null` unless it is base64 of an allowed type. */
export function readDataUrlHeader(url: unknown): { type: AttachmentType; length: number } | null {
  const match = typeof url === "string" ? DATA_URL_HEADER.exec(url) : null;
  const contentType = match?.[1]?.toLowerCase();
  const type = ATTACHMENT_TYPES.find((allowedType) => allowedType === contentType);
  return match === null || type === undefined ? null : { type, length: match[0].length };
}

/** The extension of a file name, in lower case and without the dot; `''` if there is none. */
export function fileExtension(name: string): string {
  const dot = name.lastIndexOf(".");
  return dot < 0 ? "" : name.slice(dot + 1).toLowerCase();
}

// Control characters, invisible characters, characters that change the direction of text, and lone surrogates.
const MISLEADING_CHARACTERS = /[\p{Cc}\p{Surrogate}\u061c\u200b\u200e\u200f\u2028-\u202e\u2060\u2066-\u2069\ufeff]/gu;

/** A file name without misleading characters; `_` replaces slashes and backslashes. */
export function plainFileName(name: string): string {
  return name.replace(MISLEADING_CHARACTERS, "").replace(/[/\\]/g, "_");
}

const SAFE_EXTENSIONS: readonly string[] = ["jpeg", "log", ...Object.values(EXTENSION_OF_TYPE)];

/**
 * The name under which the page shows and saves an attachment. After an extension that a computer might run comes the
 * content type's extension: `setup.bat.txt`, or `.bin` for an unknown type. The security rules cannot check names.
 */
export function attachmentName(name: string, type: string): string {
  // Windows ignores dots and spaces at the end of a file name, so `setup.bat. .` would be `setup.bat`.
  const plainName = plainFileName(name).replace(/[. ]+$/, "");
  const extension = fileExtension(plainName);
  if (extension === "" || SAFE_EXTENSIONS.includes(extension)) return plainName || "file";
  return `${plainName}.${EXTENSION_OF_TYPE[type as AttachmentType] ?? "bin"}`;
}

/** Whether a file name has the extension of an image (section 5). */
export function isImageName(name: string): boolean {
  return IMAGE_EXTENSIONS.includes(fileExtension(name));
}

/** A document's `type` is the content type to store. The reason `type` means that the type may not be attached. */
export type FileCheck =
  | { kind: "image" }
  | { kind: "document"; type: string }
  | { kind: "refused"; reason: "too-large" | "empty" | "type" };

/** Checks a chosen or pasted file before it is read (section 5). `type` comes from the browser, `size` is in bytes. */
export function checkFile(file: { name: string; type: string; size: number }): FileCheck {
  if (file.size > LIMITS.attachmentBytes) return { kind: "refused", reason: "too-large" };
  if (file.size === 0) return { kind: "refused", reason: "empty" };
  if (isImageName(file.name) || file.type.startsWith("image/")) return { kind: "image" };
  const extension = fileExtension(file.name);
  // Every object has properties such as `constructor`, which a file's name may end with.
  if (!Object.hasOwn(DOCUMENT_TYPES, extension)) return { kind: "refused", reason: "type" };
  return { kind: "document", type: DOCUMENT_TYPES[extension]! };
}

// All extensions with which browsers offer images. Other endings, as in `login v2.1 (final)`, are parts of the name.
const IMAGE_EXTENSION = /(?<=.)\.(?:a?png|avif|bmp|gif|hei[cf]|ico|jfif|jpe|p?jpe?g|jxl|svgz?|tiff?|webp)$/i;

/** The name of an image after its conversion to JPEG: `.jpg` replaces the extension of an image. */
export function jpegName(name: string): string {
  const nameWithoutExtension = name.replace(IMAGE_EXTENSION, "");
  return `${nameWithoutExtension.slice(0, LIMITS.attachmentNameLength - ".jpg".length)}.jpg`;
}

/** The name of a pasted image (section 5). `now` is in milliseconds since 1970. */
export function pastedImageName(now: number): string {
  return `pasted-image-${now}.png`;
}

/** The size of an image in pixels after scaling its longer side down to `LIMITS.imageSide` (section 5). */
export function fitImage(width: number, height: number): { width: number; height: number } {
  const scale = Math.min(1, LIMITS.imageSide / Math.max(width, height));
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
}

// The security rules allow the same characters and lengths. Firestore reserves ids that begin and end with two
// underscores. In an attachment's URL, `/` follows the report's id.
const ID = "(?!__[A-Za-z0-9_-]*__(?:/|$))[A-Za-z0-9_-]{2,64}";
const FILE_ID = "[A-Za-z0-9_-]{1,64}";
const UID = "[A-Za-z0-9_-]{1,128}";
const VALID_ID = new RegExp(`^${ID}$`);
const ATTACHMENT_URL = new RegExp(`^/api/attachments/(${UID})/(${ID})/(${FILE_ID})$`);

/** Whether a text is a valid id of a report or an amendment. */
export function isId(id: string): boolean {
  return VALID_ID.test(id);
}

/** The parts of an attachment's path: the uploader's uid, the report's id and the file's id. */
export interface AttachmentRef {
  uid: string;
  issueId: string;
  fileId: string;
}

/** The path of an attachment in the API. */
export function attachmentUrl({ uid, issueId, fileId }: AttachmentRef): string {
  return `/api/attachments/${uid}/${issueId}/${fileId}`;
}

/** The path of an attachment in Storage. */
export function attachmentPath({ uid, issueId, fileId }: AttachmentRef): string {
  return `attachments/${uid}/${issueId}/${fileId}`;
}

/** Parses the path of an attachment in the API; `null` for any other text. */
export function parseAttachmentUrl(url: string): AttachmentRef | null {
  const match = ATTACHMENT_URL.exec(url);
  return match === null ? null : { uid: match[1]!, issueId: match[2]!, fileId: match[3]! };
}
