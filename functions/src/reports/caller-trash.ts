import { LIMITS } from "@logbook/domain";
import { queryAsCaller } from "../firestore/caller-store.ts";
import { countDocuments } from "../firestore/count.ts";
import {
  type Credentials,
  callFirestore,
  documentId,
  documentName,
  documentsResource,
  type Refusal,
  type RestDocument,
} from "../firestore/rest.ts";
import { decodeFields, encodeValue } from "../firestore/values.ts";

/*
 * Reads the trash with the caller's own token: the rules allow only admins to read it.
 */

/** The fields for the list of the trash, without the report's texts, which may be long. */
const FIELDS = ["issue.type", "issue.title", "issue.reporter", "deletedAt", "deletedBy", "purgeAt"];

/** An entry of the trash. */
export interface TrashDocument {
  id: string;
  data: Record<string, unknown>;
}

type Outcome<T> = T | { refusal: Refusal };

/** The number of entries that can be restored at `now`. */
export const countTrash = (credentials: Credentials, now: Date): Promise<Outcome<{ count: number }>> =>
  countDocuments(credentials, restorableQuery(now));

/** A page of the entries that can be restored at `now`, last deleted first. */
export async function listTrashDocuments(
  credentials: Credentials,
  now: Date,
  offset: number,
): Promise<Outcome<{ documents: TrashDocument[] }>> {
  const structuredQuery = {
    ...restorableQuery(now),
    select: { fields: FIELDS.map((fieldPath) => ({ fieldPath })) },
    orderBy: [{ field: { fieldPath: "purgeAt" }, direction: "DESCENDING" }],
    offset,
    limit: LIMITS.adminPageSize,
  };
  const outcome = await queryAsCaller(credentials, structuredQuery);
  if ("refusal" in outcome) return outcome;
  const documents = outcome.documents.map(({ name, fields }) => ({
    id: documentId(name),
    data: decodeFields(fields ?? {}),
  }));
  return { documents };
}

/** The usernames of these members by uid. */
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
    outcome.result.flatMap(({ found }): [string, string][] => {
      const username = decodeFields(found?.fields ?? {}).username;
      return found !== undefined && typeof username === "string" ? [[documentId(found.name), username]] : [];
    }),
  );
  return { usernames };
}

// After `purgeAt` an entry counts as deleted, whether or not the purge has run.
function restorableQuery(now: Date) {
  return {
    from: [{ collectionId: "trash" }],
    where: { fieldFilter: { field: { fieldPath: "purgeAt" }, op: "GREATER_THAN", value: encodeValue(now) } },
  };
}
