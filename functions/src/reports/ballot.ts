import { readDocumentAsCaller } from "../firestore/caller-store.ts";
import type { Credentials, Outcome } from "../firestore/rest.ts";
import { parseTimestamp } from "../firestore/stored-report.ts";
import { parseMap } from "../firestore/values.ts";

/** A member's votes; none if the member has never voted. */
export interface Ballot {
  /** The time of each vote (ISO 8601; `""` if it cannot be read) by the report's id. */
  votes: ReadonlyMap<string, string>;
}

export async function readBallot(credentials: Credentials, uid: string): Promise<Outcome<Ballot>> {
  const outcome = await readDocumentAsCaller(credentials, `ballots/${uid}`);
  if ("refusal" in outcome) return outcome;
  return { votes: parseMap(outcome.document?.data.votes, (time) => parseTimestamp(time) ?? "") };
}
