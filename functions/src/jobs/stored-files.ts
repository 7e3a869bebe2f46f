import * as logger from "firebase-functions/logger";
import { adminBucket } from "../firestore/admin.ts";
import { isPlain, makePlain } from "../reports/clean-file.ts";

/** A file in the attachments' folder. `version` changes with every writing of it. */
export interface FileHead {
  path: string;
  version: string;
  storedAt: Date;
  /** Whether it has lost its upload's download token (attachments/plain.ts). */
  plain: boolean;
}

const PAGE = 1000;
const NOT_FOUND = 404;
const PRECONDITION_FAILED = 412;

/** All attachments there are, used or not, in pages of at most 1,000. */
export async function* filePages(): AsyncGenerator<FileHead[]> {
  const bucket = await adminBucket();
  let pageToken: string | undefined;
  do {
    const [files, next] = await bucket.getFiles({
      prefix: "attachments/",
      autoPaginate: false,
      maxResults: PAGE,
      ...(pageToken !== undefined && { pageToken }),
    });
    yield files.map(({ name, metadata }) => ({
      path: name,
      version: String(metadata.generation),
      storedAt: new Date(metadata.timeCreated!),
      plain: isPlain(metadata),
    }));
    pageToken = (next as { pageToken?: string } | null)?.pageToken;
  } while (pageToken !== undefined);
}

/** Removes a file, only in the `version` given if there is one. `false` when it stayed: it was written since, or cannot go. */
export async function removeFile(path: string, version?: string): Promise<boolean> {
  try {
    const options = version === undefined ? {} : { ifGenerationMatch: version };
    await (await adminBucket()).file(path).delete(options);
    return true;
  } catch (error) {
    const { code } = error as { code?: unknown };
    if (code === NOT_FOUND) return true;
    if (code !== PRECONDITION_FAILED) logger.warn("a file could not be removed", { path, reason: String(error) });
    return false;
  }
}

/** Takes the download token off a file; gives whether it is without one. */
export async function plainFile(path: string): Promise<boolean> {
  try {
    return await makePlain((await adminBucket()).file(path), { young: false });
  } catch (error) {
    logger.warn("a file's download token could not be taken off", { path, reason: String(error) });
    return false;
  }
}
