import { type AttachmentRef, attachmentPath, type Failure } from "@logbook/domain";
import { adminBucket } from "../firestore/admin.ts";
import { failure } from "../http/answer.ts";
import { unlessSilent, within } from "../http/timeout.ts";
import type { ClaimedFile } from "./claim-files.ts";
import { makePlain } from "./clean-file.ts";
import { fitsType, HEAD_BYTES } from "./file-content.ts";

// The client itself would go on trying, or wait for good.
const PATIENCE_MS = 10_000;

/** An uploaded file as Storage has it. `version` is of its content alone. */
export interface StoredFile {
  size: number;
  type: string;
  /** Whether its bytes are said to be packed (a Content-Encoding). */
  packed: boolean;
  version: string;
  /** Its bytes as they are stored, or those before `end` (exclusive). */
  bytes(end?: number): AsyncIterable<Uint8Array>;
  /** Makes it ready for a report to list; `false` when it is gone by now. */
  keep(): Promise<boolean>;
}

/** The file of an attachment, or `null` when nothing was uploaded there. */
export async function findFile(ref: AttachmentRef): Promise<StoredFile | null> {
  const file = (await adminBucket()).file(attachmentPath(ref));
  try {
    const [metadata] = await within(PATIENCE_MS, file.getMetadata());
    return {
      size: Number(metadata.size),
      type: metadata.contentType ?? "",
      packed: (metadata.contentEncoding || "identity") !== "identity",
      version: String(metadata.crc32c),
      // Unpacked by us, 5 MB could become 5 GB.
      bytes: (end) =>
        unlessSilent(
          PATIENCE_MS,
          file.createReadStream({ decompress: false, ...(end !== undefined && { start: 0, end: end - 1 }) }),
        ),
      keep: () => within(PATIENCE_MS, makePlain(file, { young: true })),
    };
  } catch (error) {
    if ((error as { code?: unknown }).code === 404) return null;
    throw error;
  }
}

/**
 * 400 unless every file of a new report was uploaded with the size and type it names and looks like that type. After
 * that nobody can read them but through the API, and no sweep that is under way takes them.
 */
export async function filesProblem(files: readonly ClaimedFile[]): Promise<Failure | null> {
  const problems = await Promise.all(files.map(fileProblem));
  return problems.find((problem) => problem !== null) ?? null;
}

async function fileProblem({ name, size, type, ref }: ClaimedFile): Promise<Failure | null> {
  const missing = failure("attachment-missing", `The file ${name} has not been uploaded. Please attach it again.`);
  const stored = await findFile(ref);
  if (stored === null) return missing;
  if (stored.size !== size || stored.type !== type || stored.packed)
    return failure("bad-request", `The file ${name} was uploaded with another size or type. Please attach it again.`);
  const head: Uint8Array[] = [];
  for await (const bytes of stored.bytes(Math.min(HEAD_BYTES, stored.size))) head.push(bytes);
  if (!fitsType(type, Buffer.concat(head)))
    return failure("bad-request", `The file ${name} does not hold what its type says. Please attach another file.`);
  return (await stored.keep()) ? null : missing;
}
