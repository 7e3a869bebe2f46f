import { type AttachmentRef, attachmentPath, type Failure } from "@logbook/domain";
import { adminBucket } from "../firestore/admin.ts";
import { failure } from "../http/response.ts";
import { withIdleTimeout, withTimeout } from "../http/timeout.ts";
import type { AttachedFile } from "./attached-files.ts";
import { fitsType, HEAD_BYTES } from "./file-content.ts";
import { stripMetadata } from "./strip-metadata.ts";

/** A file in Storage. */
export interface UploadedFile {
  size: number;
  type: string;
  /** Whether it has a Content-Encoding other than `identity`. */
  isEncoded: boolean;
  checksum: string;
  /** The stored bytes, up to `end` (exclusive) if that is given. */
  bytes(end?: number): AsyncIterable<Uint8Array>;
  /** Strips its metadata and keeps a running sweep from deleting it; `false` if the file does not exist any more. */
  claim(): Promise<boolean>;
}

/** The uploaded file of an attachment, or `null` if there is none. */
export async function findFile(ref: AttachmentRef): Promise<UploadedFile | null> {
  const file = (await adminBucket()).file(attachmentPath(ref));
  try {
    const [metadata] = await withTimeout(file.getMetadata());
    return {
      size: Number(metadata.size),
      type: metadata.contentType ?? "",
      isEncoded: (metadata.contentEncoding || "identity") !== "identity",
      checksum: String(metadata.crc32c),
      // The bytes are not decompressed: 5 MB could become 5 GB.
      bytes: (end) =>
        withIdleTimeout(
          file.createReadStream({ decompress: false, ...(end !== undefined && { start: 0, end: end - 1 }) }),
        ),
      claim: () => withTimeout(stripMetadata(file, { renew: true })),
    };
  } catch (error) {
    if ((error as { code?: unknown }).code === 404) return null;
    throw error;
  }
}

/**
 * Checks that every file of a new report was uploaded, has the size and type that the report says, and has content of
 * that type. Afterwards the files can be read only through the API, and running sweeps do not delete them.
 */
export async function checkAndClaimFiles(files: readonly AttachedFile[]): Promise<Failure | null> {
  const problems = await Promise.all(files.map(checkAndClaimFile));
  return problems.find((problem) => problem !== null) ?? null;
}

async function checkAndClaimFile({ name, size, type, ref }: AttachedFile): Promise<Failure | null> {
  const missing = failure("attachment-missing", `The file ${name} has not been uploaded. Please attach it again.`);
  const uploaded = await findFile(ref);
  if (uploaded === null) return missing;
  if (uploaded.size !== size || uploaded.type !== type || uploaded.isEncoded)
    return failure("bad-request", `The file ${name} was uploaded with another size or type. Please attach it again.`);
  const head: Uint8Array[] = [];
  for await (const bytes of uploaded.bytes(Math.min(HEAD_BYTES, uploaded.size))) head.push(bytes);
  if (!fitsType(type, Buffer.concat(head)))
    return failure("bad-request", `The file ${name} does not hold what its type says. Please attach another file.`);
  return (await uploaded.claim()) ? null : missing;
}
