import {
  type AttachmentRef,
  attachmentPath,
  type CreateAmendment,
  type CreateIssue,
  type Failure,
  parseAttachmentUrl,
} from "@logbook/domain";
import { adminBucket } from "../firestore/admin.ts";
import type { StoredAttachment } from "../firestore/stored-report.ts";
import { failure } from "../http/response.ts";
import { withIdleTimeout, withTimeout } from "../http/timeout.ts";
import { stripMetadata } from "./strip-metadata.ts";

const NOT_FOUND = 404;

export interface AttachedFile {
  name: string;
  size: number;
  type: string;
  /** Where in Storage the uploaded file is. */
  ref: AttachmentRef;
}

/** The attachments of a request, and the id of their report if the request names it. */
type AttachmentsInput = { id?: string | undefined; attachments: (CreateIssue | CreateAmendment)["attachments"] };

/**
 * Returns the files of a new report or amendment, and the report's id: the id in the request, or the id under which the
 * files were uploaded, or `newId`. The caller must have uploaded each file for this report and may list each file once.
 */
export function parseAttachedFiles(
  { id, attachments }: AttachmentsInput,
  uid: string,
  newId: string,
): { id: string; files: AttachedFile[] } | Failure {
  // `createIssueSchema` has refused URLs that cannot be parsed.
  const files = attachments.map(({ url, ...file }) => ({ ...file, ref: parseAttachmentUrl(url)! }));
  const issueId = id ?? files[0]?.ref.issueId ?? newId;
  if (files.some(({ ref }) => ref.uid !== uid || ref.issueId !== issueId))
    return failure(
      "bad-request",
      "An attachment was uploaded by someone else or for another report. Please attach the file again.",
    );
  if (new Set(files.map(({ ref }) => ref.fileId)).size < files.length)
    return failure("bad-request", "An attachment is named twice. Please name each file once.");
  return { id: issueId, files };
}

/** The files as the document of their report lists them. */
export const toStoredAttachments = (files: readonly AttachedFile[]): StoredAttachment[] =>
  files.map(({ name, size, type, ref }) => ({ name, size, type, path: attachmentPath(ref) }));

/** Finds the uploaded file of an attachment; `null` if there is none. */
export async function findFile(ref: AttachmentRef) {
  const file = (await adminBucket()).file(attachmentPath(ref));
  try {
    const [metadata] = await withTimeout(file.getMetadata());
    return {
      size: Number(metadata.size),
      type: metadata.contentType ?? "",
      // Encoded bytes, for example compressed ones, hide the content.
      isEncoded: (metadata.contentEncoding || "identity") !== "identity",
      checksum: String(metadata.crc32c),
      /** Reads the stored bytes; with `end` only the first `end` bytes. */
      bytes(end?: number): AsyncIterable<Uint8Array> {
        const range = end === undefined ? {} : { start: 0, end: end - 1 };
        // The bytes are not decompressed, because 5 MB could become 5 GB.
        return withIdleTimeout(file.createReadStream({ decompress: false, ...range }));
      },
      /**
       * Strips the file's metadata. `renewsOld` stores an old file anew, because a running sweep deletes only the
       * version that the sweep has seen. Returns `false` if the file was deleted.
       */
      stripAndRenew: () => withTimeout(stripMetadata(file, { renewsOld: true })),
    };
  } catch (error) {
    if ((error as { code?: unknown }).code === NOT_FOUND) return null;
    throw error;
  }
}

/**
 * Checks that every file of a new report or amendment was uploaded, has the size and type that the request says, and has
 * content of that type. Also strips the files' metadata, so that only the API can read the files, and protects them from sweeps.
 */
export async function checkAndProtectFiles(files: readonly AttachedFile[]): Promise<Failure | null> {
  const problems = await Promise.all(files.map(checkAndProtectFile));
  return problems.find((problem) => problem !== null) ?? null;
}

async function checkAndProtectFile({ name, size, type, ref }: AttachedFile): Promise<Failure | null> {
  const notUploaded = failure("attachment-missing", `The file ${name} has not been uploaded. Please attach it again.`);
  const uploadedFile = await findFile(ref);
  if (uploadedFile === null) return notUploaded;
  if (uploadedFile.size !== size || uploadedFile.type !== type || uploadedFile.isEncoded)
    return failure("bad-request", `The file ${name} was uploaded with another size or type. Please attach it again.`);
  const headChunks: Uint8Array[] = [];
  for await (const chunk of uploadedFile.bytes(Math.min(HEAD_BYTES, uploadedFile.size))) headChunks.push(chunk);
  if (!fitsType(type, Buffer.concat(headChunks)))
    return failure("bad-request", `The file ${name} does not hold what its type says. Please attach another file.`);
  return (await uploadedFile.stripAndRenew()) ? null : notUploaded;
}

/** The number of leading bytes of a file that are checked; only the check of a PDF needs so many. */
export const HEAD_BYTES = 1024;

type ContentCheck = (head: Uint8Array) => boolean;

/** Creates the check for a signature, in which `null` stands for any byte. */
const signatureCheck =
  (...bytes: readonly (number | null)[]): ContentCheck =>
  (head) =>
    head.length >= bytes.length && bytes.every((byte, index) => byte === null || head[index] === byte);

const asciiBytes = (text: string): number[] => [...text].map((char) => char.charCodeAt(0));

// Some programs write a few lines before the marker, so PDF readers accept the marker anywhere in the first kilobyte.
const isPdf: ContentCheck = (head) => Buffer.from(head.subarray(0, HEAD_BYTES)).includes("%PDF-");

// Text files have no signature and may use any encoding, such as UTF-16. They are safe without a check, because
// read-attachment.ts makes browsers download them.
const acceptAnything: ContentCheck = () => true;

const CHECKS: Readonly<Record<string, ContentCheck>> = {
  "image/jpeg": signatureCheck(0xff, 0xd8, 0xff),
  "image/png": signatureCheck(0x89, ...asciiBytes("PNG\r\n"), 0x1a, 0x0a),
  "image/gif": (head) => signatureCheck(...asciiBytes("GIF87a"))(head) || signatureCheck(...asciiBytes("GIF89a"))(head),
  "image/webp": signatureCheck(...asciiBytes("RIFF"), null, null, null, null, ...asciiBytes("WEBP")),
  "application/pdf": isPdf,
  "application/json": acceptAnything,
  "text/plain": acceptAnything,
};

/** Whether the first `HEAD_BYTES` of a file match its content type; `false` for a type that may not be attached. */
export function fitsType(type: string, head: Uint8Array): boolean {
  return Object.hasOwn(CHECKS, type) && CHECKS[type]!(head);
}
