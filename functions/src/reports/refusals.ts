import type { Failure } from "@logbook/domain";
import type { Refusal } from "../firestore/rest.ts";
import { failure, UNAVAILABLE } from "../http/response.ts";

export const NO_SUCH_REPORT = failure(
  "not-found",
  "There is no such report. It may have been deleted; please reload the list.",
);

/** The general failure for a refusal by Firestore. Use it if nothing more precise can be said. */
export function toFailure(refusal: Refusal): Failure {
  switch (refusal) {
    case "UNAUTHENTICATED":
      return failure("unauthenticated", "The session has ended. Please sign in again.");
    case "PERMISSION_DENIED":
      return failure("forbidden", "You are not allowed to do this. If you should be, please ask an admin.");
    case "NOT_FOUND":
      return NO_SUCH_REPORT;
    default:
      return UNAVAILABLE;
  }
}

/** Whether a write may have been refused because another write changed the report first. */
export function mayBeRace(refusal: Refusal): boolean {
  // Firestore checks the rules before preconditions, so a lost race mostly looks like a missing permission.
  return ["PERMISSION_DENIED", "FAILED_PRECONDITION", "ALREADY_EXISTS", "NOT_FOUND", "ABORTED"].includes(refusal);
}
