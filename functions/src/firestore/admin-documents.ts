import { ownToken } from "./admin.ts";
import { commit } from "./commit.ts";
import {
  type Credentials,
  callFirestore,
  documentName,
  documentsResource,
  type Refusal,
  type RestDocument,
} from "./rest.ts";
import { type StoredDocument, toStoredDocument } from "./stored-document.ts";
import { decodeFields, decodeValue } from "./values.ts";
import { readVersion, updateTimeOf, type Version } from "./version.ts";
import type { Write } from "./writes.ts";

/** Documents as of `readTime`, in the order they were asked for; `null` where there is none. */
export interface Moment {
  documents: (StoredDocument | null)[];
  readTime: Date;
}

type Found = { found: RestDocument; readTime: string } | { missing: string; readTime: string };

/**
 * Reads documents around the rules, all as of one moment and in one round trip. By REST, which takes half the time of the
 * Admin SDK's own client (docs/decisions/0010-the-board-in-memory.md). As they are now, or as they were at `moment`.
 */
export async function readDocuments(
  paths: readonly string[],
  moment?: Version,
): Promise<Moment | { refusal: Refusal }> {
  const names = paths.map(documentName);
  const outcome = await callFirestore<Found[]>(await ourselves(), "POST", documentsResource("batchGet"), {
    documents: names,
    ...(moment !== undefined && { readTime: updateTimeOf(moment) }),
  });
  if ("refusal" in outcome) return outcome;
  const found = new Map(outcome.answer.flatMap((one) => ("found" in one ? [[one.found.name, one.found]] : [])));
  return {
    documents: names.map((name) => toStoredDocument(found.get(name))),
    readTime: new Date(outcome.answer[0]!.readTime),
  };
}

/**
 * At most `limit` documents of a collection with their ids and versions, around the rules and as of one moment. By REST:
 * an instance whose first query goes by the Admin SDK's own client waits a tenth of a second for that to load.
 */
export async function firstDocuments(
  collection: string,
  limit: number,
): Promise<{ id: string; data: StoredDocument["data"]; version: Version }[] | { refusal: Refusal }> {
  const structuredQuery = { from: [{ collectionId: collection }], limit };
  const outcome = await callFirestore<{ document?: RestDocument }[]>(
    await ourselves(),
    "POST",
    documentsResource("runQuery"),
    { structuredQuery },
  );
  if ("refusal" in outcome) return outcome;
  return outcome.answer.flatMap(({ document }) =>
    document === undefined
      ? []
      : [
          {
            id: document.name.slice(document.name.lastIndexOf("/") + 1),
            data: decodeFields(document.fields ?? {}),
            version: readVersion(document.updateTime),
          },
        ],
  );
}

/** Writes around the rules, all or nothing; gives what each write's transforms became. */
export async function writeDocuments(
  writes: readonly Write[],
): Promise<{ results: unknown[][] } | { refusal: Refusal }> {
  const outcome = await commit(await ourselves(), writes);
  if ("refusal" in outcome) return outcome;
  const results = outcome.answer.writeResults ?? [];
  return { results: results.map(({ transformResults }) => (transformResults ?? []).map(decodeValue)) };
}

async function ourselves(): Promise<Credentials> {
  return { idToken: await ownToken(), appCheck: undefined };
}
