import { STATUSES, type WireEvent } from "@logbook/domain";
import { queryAsCaller } from "../firestore/caller-store.ts";
import type { Credentials, Refusal } from "../firestore/rest.ts";
import { readTimestamp } from "../firestore/stored-report.ts";
import { decodeFields, encodeValue } from "../firestore/values.ts";

/** The events of a report but its amendments, oldest first, read as the caller. */
export async function readHistory(
  credentials: Credentials,
  issueId: string,
): Promise<{ events: WireEvent[] } | { refusal: Refusal }> {
  const structuredQuery = {
    from: [{ collectionId: "history" }],
    where: { fieldFilter: { field: { fieldPath: "issueId" }, op: "EQUAL", value: encodeValue(issueId) } },
  };
  const outcome = await queryAsCaller(credentials, structuredQuery);
  if ("refusal" in outcome) return outcome;
  const events = outcome.documents.flatMap(({ fields }) => readEvent(decodeFields(fields ?? {})) ?? []);
  return { events: events.sort((a, b) => (a.at < b.at ? -1 : 1)) };
}

/** Parses an event of the history; `null` for an amendment, which the report itself has, and for a malformed one. */
function readEvent({ kind, from, to, byName, at: storedAt }: Record<string, unknown>): WireEvent | null {
  const at = readTimestamp(storedAt);
  if (at === null) return null;
  const by = typeof byName === "string" ? byName : "";
  const [before, after] = [from, to].map((value) => STATUSES.find((status) => status === value) ?? null);
  if (kind === "status" && before && after) return { kind, from: before, to: after, by, at };
  return kind === "created" || kind === "deleted" || kind === "restored" ? { kind, by, at } : null;
}
