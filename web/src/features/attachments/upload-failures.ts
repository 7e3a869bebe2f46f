import { SESSION_ENDED } from "../../shared/texts.ts";
import type { UploadOutcome } from "./upload.ts";

const NO_RESPONSE = "The upload got no response. Please check your connection and try again.";

const REASONS = new Map([
  ["storage/unauthenticated", SESSION_ENDED],
  ["storage/unauthorized", "This file was refused. Please sign out and in again; if that does not help, ask an admin."],
  ["storage/quota-exceeded", "There is no room left for files. Please tell an admin."],
  ["storage/bucket-not-found", "The place for files cannot be found. Please tell an admin."],
  ["storage/retry-limit-exceeded", NO_RESPONSE],
  // `upload-file.ts` cancels an upload that makes no progress.
  ["storage/canceled", NO_RESPONSE],
]);

const OTHER_FAILURE = "This file could not be uploaded. Please try again in a moment.";

export function uploadFailure(code: string | undefined): UploadOutcome {
  const reason = REASONS.get(code ?? "") ?? OTHER_FAILURE;
  return { kind: "failed", reason, gotNoResponse: reason === NO_RESPONSE };
}
