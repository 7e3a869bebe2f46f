import { type Credentials, callFirestore, documentsResource, type Refusal } from "./rest.ts";
import type { RestValue } from "./values.ts";
import type { Write } from "./writes.ts";

/**
 * What Firestore answers to a commit: when each written document was, which a deletion has not, and what each write's
 * transforms gave, in their order.
 */
export interface CommitAnswer {
  commitTime: string;
  writeResults?: { updateTime?: string; transformResults?: RestValue[] }[];
}

// Firestore aborts a commit that met another on the same document; nothing was written, so it may simply be repeated.
const ATTEMPTS = 5;
const FIRST_WAIT_MS = 50;

/** Writes all or nothing as the bearer of `credentials`. */
export async function commit(
  credentials: Credentials,
  writes: readonly Write[],
): Promise<{ answer: CommitAnswer } | { refusal: Refusal }> {
  for (let attempt = 1; ; attempt += 1) {
    const outcome = await callFirestore<CommitAnswer>(credentials, "POST", documentsResource("commit"), { writes });
    if (!("refusal" in outcome) || outcome.refusal !== "ABORTED" || attempt === ATTEMPTS) return outcome;
    const wait = FIRST_WAIT_MS * 2 ** attempt;
    await new Promise((resume) => setTimeout(resume, wait * (0.5 + Math.random())));
  }
}
