import { type AttachmentRef, attachmentPath, type Failure } from "@logbook/domain";
import { adminBucket } from "../admin.ts";
import { failure } from "../api/answer.ts";
import type { ClaimedFile } from "./claim.ts";
import { fitsType, HEAD_BYTES } from "./content.ts";

/** An uploaded file as Storage has it. `version` changes with its content. */
export interface StoredFile {
  size: number;
  type: string;
  version: string;
  /** Its bytes, or those before `end` (exclusive). */
  bytes(end?: number): AsyncIterable<Uint8Array>;
}

/** The file of an attachment, or `null` when nothing was uploaded there. */
export async function findFile(ref: AttachmentRef): Promise<StoredFile | null> {
  const file = (await adminBucket()).file(attachmentPath(ref));
  try {
    const [metadata] = await file.getMetadata();
    return {
      size: Number(metadata.size),
      type: metadata.contentType ?? "",
      version: String(metadata.generation),
      bytes: (end) => file.createReadStream(end === undefined ? {} : { start: 0, end: end - 1 }),
    };
  } catch (error) {
    if ((error as { code?: unknown }).code === 404) return null;
    throw error;
  }
}

/** 400 unless every file of a new report was uploaded with the size and type it names and looks like that type. */
export async function filesProblem(files: readonly ClaimedFile[]): Promise<Failure | null> {
  const problems = await Promise.all(files.map(fileProblem));
  return problems.find((problem) => problem !== null) ?? null;
}

async function fileProblem({ name, size, type, ref }: ClaimedFile): Promise<Failure | null> {
  const stored = await findFile(ref);
  if (stored === null)
    return failure("attachment-missing", `The file ${name} has not been uploaded. Please attach it again.`);
  if (stored.size !== size || stored.type !== type)
    return failure("bad-request", `The file ${name} was uploaded with another size or type. Please attach it again.`);
  const head: Uint8Array[] = [];
  for await (const bytes of stored.bytes(Math.min(HEAD_BYTES, stored.size))) head.push(bytes);
  return fitsType(type, Buffer.concat(head))
    ? null
    : failure("bad-request", `The file ${name} does not hold what its type says. Please attach another file.`);
}
