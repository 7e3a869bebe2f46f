import { LIMITS } from "./limits.ts";

/** Extensions treated as images (section 5). Each is turned into a JPEG before it is stored. */
export const IMAGE_EXTENSIONS = ["jpg", "jpeg", "png", "gif", "webp", "svg"] as const;

/** The file picker's `accept` (section 5). */
export const PICKER_ACCEPT = "image/*,.pdf,.txt,.log,.json";

/** Content type of each other extension that may be attached. */
export const DOCUMENT_TYPES: Record<string, string> = {
  pdf: "application/pdf",
  txt: "text/plain",
  log: "text/plain",
  json: "application/json",
};

/** Content types that may be stored; the storage rules hold the same list. */
export const ATTACHMENT_TYPES = [
  "image/jpeg",
  "image/png",
  "image/gif",
  "image/webp",
  "application/pdf",
  "application/json",
  "text/plain",
] as const;

const DATA_URL = /^data:([a-z]+\/[a-z]+)(?:;[a-z]+=[\w.-]+)*;base64,/i;

/** What a data URL (section 3) says that it holds, and where that begins; `null` unless it is a type that may be attached, in base64. */
export function readDataUrlHead(url: unknown): { type: (typeof ATTACHMENT_TYPES)[number]; length: number } | null {
  const [head = "", named = ""] = typeof url === "string" ? (DATA_URL.exec(url) ?? []) : [];
  const type = ATTACHMENT_TYPES.find((known) => known === named.toLowerCase());
  return type === undefined ? null : { type, length: head.length };
}

/** A file name's extension, lower case, without the dot; `''` when it has none. */
export function fileExtension(name: string): string {
  const dot = name.lastIndexOf(".");
  return dot < 0 ? "" : name.slice(dot + 1).toLowerCase();
}

// What hides letters or turns their order, and halves of a character left by cutting.
const MISLEADING = /[\p{Cc}\p{Surrogate}\u061c\u200b\u200e\u200f\u2028-\u202e\u2060\u2066-\u2069\ufeff]/gu;

/** A file's name without what would mislead, or make a path of it. */
export function plainFileName(name: string): string {
  return name.replace(MISLEADING, "").replace(/[/\\]/g, "_");
}

const EXTENSION_OF: Record<(typeof ATTACHMENT_TYPES)[number], string> = {
  "image/jpeg": "jpg",
  "image/png": "png",
  "image/gif": "gif",
  "image/webp": "webp",
  "application/pdf": "pdf",
  "application/json": "json",
  "text/plain": "txt",
};
const HARMLESS: readonly string[] = ["jpeg", "log", ...Object.values(EXTENSION_OF)];

/**
 * The name under which a stored attachment is shown and saved. The rules cannot judge names, so nothing in it may mislead,
 * and one whose extension a computer might run gets that of its type as well: `setup.bat.txt`.
 */
export function attachmentName(name: string, type: string): string {
  const clean = plainFileName(name).replace(/[. ]+$/, "");
  const extension = fileExtension(clean);
  if (extension === "" || HARMLESS.includes(extension)) return clean || "file";
  return `${clean}.${EXTENSION_OF[type as keyof typeof EXTENSION_OF] ?? "bin"}`;
}

/** Whether the name's extension makes it an image (section 5). */
export function isImageName(name: string): boolean {
  return (IMAGE_EXTENSIONS as readonly string[]).includes(fileExtension(name));
}

/** What may happen to a chosen file, decided before it is read (section 5). `mime` is what the browser says it is. */
export type FileVerdict =
  | { kind: "image" }
  | { kind: "document"; type: string }
  | { kind: "refused"; reason: "too-large" | "empty" | "type" };

/** Judges a chosen or pasted file by name, browser-given type and size in bytes; 5 MB itself is allowed. */
export function judgeFile(file: { name: string; type: string; size: number }): FileVerdict {
  if (file.size > LIMITS.attachmentBytes) return { kind: "refused", reason: "too-large" };
  if (file.size === 0) return { kind: "refused", reason: "empty" };
  if (isImageName(file.name) || file.type.startsWith("image/")) return { kind: "image" };
  const type = DOCUMENT_TYPES[fileExtension(file.name)];
  return type === undefined ? { kind: "refused", reason: "type" } : { kind: "document", type };
}

/** The name of an image once it is a JPEG: its extension gives way to `.jpg`. */
export function jpegName(name: string): string {
  const dot = name.lastIndexOf(".");
  const stem = dot > 0 ? name.slice(0, dot) : name;
  return `${stem.slice(0, LIMITS.attachmentNameLength - 4)}.jpg`;
}

/** The name of a pasted image: `pasted-image` and a timestamp in milliseconds (section 5). */
export function pastedImageName(now: number): string {
  return `pasted-image-${now}.png`;
}

/** Width and height of an image scaled so that the longer side is at most 1024 px; smaller ones keep theirs (section 5). */
export function fitImage(width: number, height: number): { width: number; height: number } {
  const scale = Math.min(1, LIMITS.imageSide / Math.max(width, height));
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
}

// Firestore keeps ids that begin and end with two underscores for itself.
const ID = "(?!__[A-Za-z0-9_-]*__(?:/|$))[A-Za-z0-9_-]{2,64}";
const FILE_ID = "[A-Za-z0-9_-]{1,64}";
const UID = "[A-Za-z0-9_-]{1,128}";
const ISSUE_ID = new RegExp(`^${ID}$`);
const ATTACHMENT_URL = new RegExp(`^/api/attachments/(${UID})/(${ID})/(${FILE_ID})$`);

/** Whether a text has the form of a report's or amendment's id. */
export function isId(id: string): boolean {
  return ISSUE_ID.test(id);
}

/** Where an attachment is: whose, of which report, which file. */
export interface AttachmentRef {
  uid: string;
  issueId: string;
  fileId: string;
}

/** The API path that serves an attachment. */
export function attachmentUrl({ uid, issueId, fileId }: AttachmentRef): string {
  return `/api/attachments/${uid}/${issueId}/${fileId}`;
}

/** The object's path in Storage. */
export function attachmentPath({ uid, issueId, fileId }: AttachmentRef): string {
  return `attachments/${uid}/${issueId}/${fileId}`;
}

/** Reads an attachment's API path, or `null` when it is none. */
export function parseAttachmentUrl(url: string): AttachmentRef | null {
  const parts = ATTACHMENT_URL.exec(url);
  return parts === null ? null : { uid: parts[1]!, issueId: parts[2]!, fileId: parts[3]! };
}
