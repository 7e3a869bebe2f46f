import type { AttachmentRef } from "@logbook/domain";
import { SESSION_ENDED } from "../../shared/texts.ts";

/** The folder in Storage for the files of one draft: `attachments/{uid}/{issueId}`. */
export type UploadFolder = Omit<AttachmentRef, "fileId">;

/** One file to upload. `onProgress` gets 0 to 1; `signal` cancels the upload. */
export interface UploadJob {
  folder: UploadFolder;
  name: string;
  type: string;
  content: Blob;
  onProgress: (fraction: number) => void;
  signal: AbortSignal;
}

/** `url` is the API path that serves the file, `reason` a whole sentence for the user. */
export type UploadOutcome =
  | { kind: "uploaded"; url: string }
  | { kind: "failed"; reason: string; gotNoResponse: boolean };

/** Uploads one file. A network failure or a refusal is an outcome, not an exception. */
export type Upload = (job: UploadJob) => Promise<UploadOutcome>;

const NO_RESPONSE = "The upload got no response. Please check your connection and try again.";

const REASONS = new Map([
  ["storage/unauthenticated", SESSION_ENDED],
  ["storage/unauthorized", "This file was refused. Please sign out and in again; if that does not help, ask an admin."],
  ["storage/quota-exceeded", "There is no room left for files. Please tell an admin."],
  ["storage/bucket-not-found", "The place for files cannot be found. Please tell an admin."],
  ["storage/retry-limit-exceeded", NO_RESPONSE],
  // The page cancels an upload that makes no progress.
  ["storage/canceled", NO_RESPONSE],
]);

/** The outcome of an upload that failed with this error code of Storage, or without a code. */
export function uploadFailure(code = ""): UploadOutcome {
  const reason = REASONS.get(code) ?? "This file could not be uploaded. Please try again in a moment.";
  return { kind: "failed", reason, gotNoResponse: reason === NO_RESPONSE };
}
