import { LIMITS } from "@logbook/domain";
import type { Versioned } from "../firestore/caller-store.ts";
import type { RestDocument } from "../firestore/rest.ts";
import { type Credentials, callFirestore, documentName, documentsResource, type Refusal } from "../firestore/rest.ts";
import { decodeFields, encodeValue } from "../firestore/values.ts";

/*
 * The trash as its caller sees it: the rules let admins read it, and nobody else.
 */

/** What is read of an entry for the list: without the report's texts, which may be long. */
const FIELDS = ["issue.type", "issue.title", "issue.reporter", "deletedAt", "deletedBy", "purgeAt"];

/** An entry's id and data. */
export interface TrashDocument {
  id: string;
  data: Record<string, unknown>;
}

type Outcome<T> = T | { refusal: Refusal };

/** How many entries are there still, as of `now`. */
export async function countTrash(credentials: Credentials, now: Date): Promise<Outcome<{ count: number }>> {
  const outcome = await callFirestore<{ result: { aggregateFields: { count: { integerValue: string } } } }[]>(
    credentials,
    "POST",
    documentsResource("runAggregationQuery"),
    { structuredAggregationQuery: { structuredQuery: keptQuery(now), aggregations: [{ alias: "count", count: {} }] } },
  );
  if ("refusal" in outcome) return outcome;
  return { count: Number(outcome.answer[0]?.result.aggregateFields.count.integerValue ?? 0) };
}

/** Entries that are there still as of `now`, the last deleted first. */
export async function listTrashDocuments(
  credentials: Credentials,
  now: Date,
  offset: number,
): Promise<Outcome<{ documents: TrashDocument[] }>> {
  const structuredQuery = {
    ...keptQuery(now),
    select: { fields: FIELDS.map((fieldPath) => ({ fieldPath })) },
    orderBy: [{ field: { fieldPath: "purgeAt" }, direction: "DESCENDING" }],
    offset,
    limit: LIMITS.adminPageSize,
  };
  const outcome = await callFirestore<{ document?: RestDocument }[]>(
    credentials,
    "POST",
    documentsResource("runQuery"),
    { structuredQuery },
  );
  if ("refusal" in outcome) return outcome;
  const documents = outcome.answer.flatMap(({ document }) =>
    document === undefined ? [] : { id: idOf(document.name), data: decodeFields(document.fields ?? {}) },
  );
  return { documents };
}

/** The entry of a deleted report, `null` where there is none. */
export async function readTrashEntry(
  credentials: Credentials,
  id: string,
): Promise<Outcome<{ document: Versioned | null }>> {
  const outcome = await callFirestore<RestDocument>(credentials, "GET", documentName(`trash/${id}`));
  if ("answer" in outcome)
    return { document: { fields: outcome.answer.fields ?? {}, version: outcome.answer.updateTime } };
  return outcome.refusal === "NOT_FOUND" ? { document: null } : outcome;
}

/** The usernames of these members, by uid; who is no member is left out. */
export async function readUsernames(
  credentials: Credentials,
  uids: readonly string[],
): Promise<Outcome<{ usernames: Map<string, string> }>> {
  if (uids.length === 0) return { usernames: new Map() };
  const documents = uids.map((uid) => documentName(`members/${uid}`));
  const outcome = await callFirestore<{ found?: RestDocument }[]>(credentials, "POST", documentsResource("batchGet"), {
    documents,
  });
  if ("refusal" in outcome) return outcome;
  const usernames = new Map(
    outcome.answer.flatMap(({ found }): [string, string][] => {
      const username = decodeFields(found?.fields ?? {}).username;
      return found !== undefined && typeof username === "string" ? [[idOf(found.name), username]] : [];
    }),
  );
  return { usernames };
}

// Past its time an entry counts as gone, whether the job that empties the trash has come by or not.
function keptQuery(now: Date) {
  return {
    from: [{ collectionId: "trash" }],
    where: { fieldFilter: { field: { fieldPath: "purgeAt" }, op: "GREATER_THAN", value: encodeValue(now) } },
  };
}

const idOf = (name: string): string => name.slice(name.lastIndexOf("/") + 1);
