import { FOLLOW_MODES, type FollowMode, isRecord } from "@logbook/domain";
import { readDocumentAsCaller } from "../firestore/caller-store.ts";
import type { Credentials, Outcome } from "../firestore/rest.ts";
import { readTimestamp } from "../firestore/stored-report.ts";
import { parseMap } from "../firestore/values.ts";

/** How a member follows a report, and since when: changes before that are no news. */
export interface Following {
  mode: FollowMode;
  since: string;
}

/** How a member follows reports, and until when they saw the news: of all reports (`seenAt`) or of one (`seen`). */
export interface Follows {
  reports: ReadonlyMap<string, Following>;
  seen: ReadonlyMap<string, string>;
  /** `""` if the member has never marked all news as seen. */
  seenAt: string;
}

/** Reads the caller's own `follows/{uid}`. Leaves out entries that cannot be parsed. */
export async function readFollows(credentials: Credentials, uid: string): Promise<Outcome<{ follows: Follows }>> {
  const read = await readDocumentAsCaller(credentials, `follows/${uid}`);
  if ("refusal" in read) return read;
  const { reports, seen, seenAt } = read.document?.data ?? {};
  return {
    follows: {
      reports: parseMap(reports, parseFollowing),
      seen: parseMap(seen, readTimestamp),
      seenAt: readTimestamp(seenAt) ?? "",
    },
  };
}

function parseFollowing(value: unknown): Following | null {
  if (!isRecord(value)) return null;
  const mode = FOLLOW_MODES.find((each) => each === value.mode);
  return mode === undefined ? null : { mode, since: readTimestamp(value.since) ?? "" };
}
