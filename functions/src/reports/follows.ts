import { FOLLOW_MODES, type FollowMode, isRecord } from "@logbook/domain";
import { readDocumentAsCaller } from "../firestore/caller-store.ts";
import type { Credentials, Outcome } from "../firestore/rest.ts";
import { parseTimestamp } from "../firestore/stored-report.ts";
import { parseMap } from "../firestore/values.ts";

/** How a member follows one report. */
export interface Following {
  mode: FollowMode;
  /** Changes before this time are no news. */
  since: string;
}

/** The reports that a member follows, and the news that they have seen. */
export interface Follows {
  /** By the report's id. */
  reports: ReadonlyMap<string, Following>;
  /** The time up to which the member has seen the news of a report, by the report's id. */
  seen: ReadonlyMap<string, string>;
  /** The time up to which the member has seen the news of all reports; `""` if they have never marked all as seen. */
  seenAt: string;
}

/** Reads the caller's own `follows/{uid}`. Leaves out entries that cannot be parsed. */
export async function readFollows(credentials: Credentials, uid: string): Promise<Outcome<{ follows: Follows }>> {
  const outcome = await readDocumentAsCaller(credentials, `follows/${uid}`);
  if ("refusal" in outcome) return outcome;
  const { reports, seen, seenAt } = outcome.document?.data ?? {};
  return {
    follows: {
      reports: parseMap(reports, parseFollowing),
      seen: parseMap(seen, parseTimestamp),
      seenAt: parseTimestamp(seenAt) ?? "",
    },
  };
}

function parseFollowing(value: unknown): Following | null {
  if (!isRecord(value)) return null;
  const mode = FOLLOW_MODES.find((knownMode) => knownMode === value.mode);
  return mode === undefined ? null : { mode, since: parseTimestamp(value.since) ?? "" };
}
