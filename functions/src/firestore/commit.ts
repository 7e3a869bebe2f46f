import { setTimeout as sleep } from "node:timers/promises";
import { type Credentials, callFirestore, documentsResource, type Outcome } from "./rest.ts";
import type { RestValue } from "./values.ts";
import type { Write } from "./writes.ts";

/**
 * Firestore's response to a commit. A deletion has no `updateTime`; transform results are in the order of the
 * transforms.
 */
export interface CommitResult {
  commitTime: string;
  writeResults?: { updateTime?: string; transformResults?: RestValue[] }[];
}

// Firestore aborts a commit that contends with another for a document. Nothing was written then, so a retry is safe.
const MAX_ATTEMPTS = 5;
const BASE_BACKOFF_MS = 50;

/** Commits all writes or none with these credentials. */
export async function commit(
  credentials: Credentials,
  writes: readonly Write[],
): Promise<Outcome<{ result: CommitResult }>> {
  for (let attempt = 1; ; attempt += 1) {
    const outcome = await callFirestore<CommitResult>(credentials, "POST", documentsResource("commit"), { writes });
    if (!("refusal" in outcome) || outcome.refusal !== "ABORTED" || attempt === MAX_ATTEMPTS) return outcome;
    const backoffMs = BASE_BACKOFF_MS * 2 ** attempt;
    await sleep(backoffMs * (0.5 + Math.random()));
  }
}
