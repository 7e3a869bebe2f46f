import { setTimeout as sleep } from "node:timers/promises";
import { type Credentials, callFirestore, documentsResource, type Outcome } from "./rest.ts";
import type { RestValue } from "./values.ts";
import type { Write } from "./writes.ts";

/** Firestore's response to a commit, with one result for each write. The result of a deletion has no `updateTime`. */
export interface CommitResult {
  commitTime: string;
  writeResults?: { updateTime?: string; transformResults?: RestValue[] }[];
}

// Firestore aborts a commit if another one writes the same document. An aborted commit has written nothing.
const MAX_ATTEMPTS = 5;
const BASE_BACKOFF_MS = 50;

/** Commits all writes or none. Retries an aborted commit. */
export async function commitWrites(
  credentials: Credentials,
  writes: readonly Write[],
): Promise<Outcome<{ result: CommitResult }>> {
  for (let attempt = 1; ; attempt += 1) {
    const outcome = await callFirestore<CommitResult>(credentials, "POST", documentsResource("commit"), { writes });
    if (!("refusal" in outcome) || outcome.refusal !== "ABORTED" || attempt === MAX_ATTEMPTS) return outcome;
    const jitter = 0.5 + Math.random();
    await sleep(BASE_BACKOFF_MS * 2 ** attempt * jitter);
  }
}
