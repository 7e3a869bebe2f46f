import { type AttachmentRef, attachmentPath, type Failure } from "@logbook/domain";
import { adminBucket } from "../firestore/admin.ts";
import { failure } from "../http/response.ts";
import { withIdleTimeout, withTimeout } from "../http/timeout.ts";
import type { AttachedFile } from "./attached-files.ts";
import { fitsType, HEAD_BYTES } from "./file-content.ts";
import { stripMetadata } from "./strip-metadata.ts";

export interface UploadedFile {
  size: number;
  type: string;
  /** Whether the stored bytes are encoded (Content-Encoding), for example compressed, so that they hide the content. */
  isEncoded: boolean;
  checksum: string;
  /** Reads the stored bytes; with `end` only the first `end` bytes. */
  bytes(end?: number): AsyncIterable<Uint8Array>;
  /** Strips the file's metadata and protects the file from a running sweep. Returns `false` if the file was deleted. */
  claim(): Promise<boolean>;
}

/** Finds the uploaded file of an attachment; `null` if there is none. */
export async function findFile(ref: AttachmentRef): Promise<UploadedFile | null> {
  const file = (await adminBucket()).file(attachmentPath(ref));
  try {
    const [metadata] = await withTimeout(file.getMetadata());
    return {
      size: Number(metadata.size),
      type: metadata.contentType ?? "",
      isEncoded: (metadata.contentEncoding || "identity") !== "identity",
      checksum: String(metadata.crc32c),
      bytes(end) {
        const range = end === undefined ? {} : { start: 0, end: end - 1 };
        // The bytes are not decompressed, because 5 MB could become 5 GB.
        return withIdleTimeout(file.createReadStream({ decompress: false, ...range }));
      },
      // `renewsOld` stores an old file anew: a running sweep deletes only the version that it has seen.
      claim: () => withTimeout(stripMetadata(file, { renewsOld: true })),
    };
  } catch (error) {
    if ((error as { code?: unknown }).code === 404) return null;
    throw error;
  }
}

/**
 * Checks that every file of a new report was uploaded, has the size and type that the report says, and has content of
 * that type. Also strips the files' metadata, so that only the API can read the files, and protects them from sweeps.
 */
export async function checkAndClaimFiles(files: readonly AttachedFile[]): Promise<Failure | null> {
  const problems = await Promise.all(files.map(checkAndClaimFile));
  return problems.find((problem) => problem !== null) ?? null;
}

async function checkAndClaimFile({ name, size, type, ref }: AttachedFile): Promise<Failure | null> {
  const notUploaded = failure("attachment-missing", `The file ${name} has not been uploaded. Please attach it again.`);
  const uploadedFile = await findFile(ref);
  if (uploadedFile === null) return notUploaded;
  if (uploadedFile.size !== size || uploadedFile.type !== type || uploadedFile.isEncoded)
    return failure("bad-request", `The file ${name} was uploaded with another size or type. Please attach it again.`);
  const headChunks: Uint8Array[] = [];
  for await (const chunk of uploadedFile.bytes(Math.min(HEAD_BYTES, uploadedFile.size))) headChunks.push(chunk);
  if (!fitsType(type, Buffer.concat(headChunks)))
    return failure("bad-request", `The file ${name} does not hold what its type says. Please attach another file.`);
  return (await uploadedFile.claim()) ? null : notUploaded;
}
