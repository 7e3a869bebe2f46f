import { readDocumentAsCaller } from "../firestore/caller-store.ts";
import type { Credentials, Outcome } from "../firestore/rest.ts";
import { readTimestamp } from "../firestore/stored-report.ts";
import { parseMap } from "../firestore/values.ts";

/** A member's votes. */
export interface Ballot {
  /** The time of each vote (ISO 8601; `""` if it cannot be read) by the report's id. */
  votes: ReadonlyMap<string, string>;
}

/** Reads the caller's own ballot. */
export async function readBallot(credentials: Credentials, uid: string): Promise<Outcome<Ballot>> {
  const ballot = await readDocumentAsCaller(credentials, `ballots/${uid}`);
  if ("refusal" in ballot) return ballot;
  return { votes: parseMap(ballot.document?.data.votes, (at) => readTimestamp(at) ?? "") };
}
