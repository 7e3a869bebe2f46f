import * as logger from "firebase-functions/logger";
import { isStripped, stripMetadata } from "../attachments/strip-metadata.ts";
import { adminBucket } from "../firestore/admin.ts";

/** A file in Storage's folder `attachments`. Its `generation` changes with every write. */
export interface StoredFile {
  path: string;
  generation: string;
  storedAt: Date;
  /** Whether the file may still have the download token that Storage gives every upload (attachments/strip-metadata.ts). */
  mayHaveToken: boolean;
}

// The sweep deletes the files of a page at the same time.
const PAGE_SIZE = 100;
const NOT_FOUND = 404;
const PRECONDITION_FAILED = 412;

/** Pages of all attachments, whether or not a report lists them. */
export async function* filePages(): AsyncGenerator<StoredFile[]> {
  const bucket = await adminBucket();
  let pageToken: string | undefined;
  do {
    const [files, nextQuery] = await bucket.getFiles({
      prefix: "attachments/",
      autoPaginate: false,
      maxResults: PAGE_SIZE,
      ...(pageToken !== undefined && { pageToken }),
    });
    yield files.map(({ name, metadata }) => ({
      path: name,
      generation: String(metadata.generation),
      storedAt: new Date(metadata.timeCreated!),
      mayHaveToken: !isStripped(metadata),
    }));
    pageToken = (nextQuery as { pageToken?: string } | null)?.pageToken;
  } while (pageToken !== undefined);
}

/** Deletes a file; with `generation`, only this version of the file. Returns `false` if the file still exists. */
export async function deleteFile(path: string, generation?: string): Promise<boolean> {
  try {
    const options = generation === undefined ? {} : { ifGenerationMatch: generation };
    await (await adminBucket()).file(path).delete(options);
    return true;
  } catch (error) {
    const { code } = error as { code?: unknown };
    if (code === NOT_FOUND) return true;
    if (code !== PRECONDITION_FAILED) logger.warn("a file could not be removed", { path, reason: String(error) });
    return false;
  }
}

/** Removes the download token of a file; `false` if the file does not exist or this failed. */
export async function removeDownloadToken(path: string): Promise<boolean> {
  try {
    return await stripMetadata((await adminBucket()).file(path));
  } catch (error) {
    logger.warn("a file's download token could not be removed", { path, reason: String(error) });
    return false;
  }
}
