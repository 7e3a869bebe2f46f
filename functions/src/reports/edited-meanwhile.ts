import type { Issue } from "@logbook/domain";
import { failure } from "../http/response.ts";

export const EDITED_MEANWHILE = failure(
  "conflict",
  "This text was edited after you opened it. Please compare it with yours, which has not been lost, and save again.",
);

/** Whether a text was edited after the client opened it. `editedAtOnOpen` is the `editedAt` that the client saw. */
export function wasEditedSince(editedAtOnOpen: string | undefined, current: Pick<Issue, "editedAt">): boolean {
  // A client need not send the value. It sends `""` for a text that nobody had edited.
  return editedAtOnOpen !== undefined && editedAtOnOpen !== (current.editedAt ?? "");
}
