import { SESSION_ENDED } from "../../shared/texts.ts";
import type { UploadOutcome } from "./upload.ts";

const NO_ANSWER = "The upload got no answer. Please check your connection and try again.";

const REASONS = new Map([
  ["storage/unauthenticated", SESSION_ENDED],
  ["storage/unauthorized", "This file was refused. Please sign out and in again; if that does not help, ask an admin."],
  ["storage/quota-exceeded", "There is no room left for files. Please tell an admin."],
  ["storage/bucket-not-found", "The place for files cannot be found. Please tell an admin."],
  ["storage/retry-limit-exceeded", NO_ANSWER],
  // Given up by the page itself, after too long without progress.
  ["storage/canceled", NO_ANSWER],
]);

const OTHERWISE = "This file could not be uploaded. Please try again in a moment.";

/** What the person is told about an upload that failed with this code of Storage's SDK. */
export function uploadFailure(code: string | undefined): UploadOutcome {
  const reason = REASONS.get(code ?? "") ?? OTHERWISE;
  return { kind: "failed", reason, noAnswer: reason === NO_ANSWER };
}
