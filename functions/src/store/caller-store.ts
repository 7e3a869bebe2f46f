import {
  type Credentials,
  callFirestore,
  documentName,
  documentsResource,
  type Refusal,
  type RestDocument,
} from "./rest.ts";
import type { RestFields } from "./values.ts";
import type { Write } from "./writes.ts";

/** A document in one version. */
export interface Versioned {
  fields: RestFields;
  version: string;
}

/** What a read gave: a document, `null` when there is none, or why it was refused. */
export type ReadOutcome = { document: Versioned | null } | { refusal: Refusal };

/** What a commit gave: the server's time that was written, or why nothing was written. */
export type CommitOutcome = { time: Date } | { refusal: Refusal };

/** Firestore as one caller sees it: every read and write is judged by the security rules under the caller's own token. */
export interface CallerStore {
  /** Reads `issues/{id}`. */
  readIssue(id: string): Promise<ReadOutcome>;
  /** Writes all or nothing. */
  commit(writes: readonly Write[]): Promise<CommitOutcome>;
}

interface CommitAnswer {
  commitTime: string;
  writeResults?: { updateTime?: string; transformResults?: { timestampValue?: string }[] }[];
}

// Firestore aborts a commit that met another on the same document; nothing was written, so it may simply be repeated.
const ATTEMPTS = 5;
const FIRST_WAIT_MS = 50;

/** The store of the caller who holds these credentials. */
export function storeAs(credentials: Credentials): CallerStore {
  async function commitOnce(writes: readonly Write[]): Promise<CommitOutcome> {
    const outcome = await callFirestore<CommitAnswer>(credentials, "POST", documentsResource("commit"), { writes });
    if ("refusal" in outcome) return outcome;
    const stamps = outcome.answer.writeResults?.flatMap((result) => result.transformResults ?? []);
    const stamp = stamps?.find((result) => result.timestampValue !== undefined)?.timestampValue;
    return { time: new Date(stamp ?? outcome.answer.commitTime) };
  }

  return {
    async readIssue(id) {
      const outcome = await callFirestore<RestDocument>(credentials, "GET", documentName(`issues/${id}`));
      if ("answer" in outcome)
        return { document: { fields: outcome.answer.fields ?? {}, version: outcome.answer.updateTime } };
      return outcome.refusal === "NOT_FOUND" ? { document: null } : outcome;
    },

    async commit(writes) {
      for (let attempt = 1; ; attempt += 1) {
        const outcome = await commitOnce(writes);
        if (!("refusal" in outcome) || outcome.refusal !== "ABORTED" || attempt === ATTEMPTS) return outcome;
        const wait = FIRST_WAIT_MS * 2 ** attempt;
        await new Promise((resume) => setTimeout(resume, wait * (0.5 + Math.random())));
      }
    },
  };
}
