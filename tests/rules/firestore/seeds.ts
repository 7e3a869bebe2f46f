import { doc, setDoc, Timestamp } from "firebase/firestore";
import { type Identity, PEOPLE } from "../shared/actors.ts";
import { type Fields, newId, storedIssue } from "../shared/builders.ts";
import type { RulesFixtures } from "./fixtures.ts";

const HOUR_MS = 3_600_000;

/** A stored document's id and fields. */
export interface Seed {
  id: string;
  fields: Fields;
}

/** Stores any document, as the Admin SDK would. */
export async function seed(fixtures: RulesFixtures, collection: string, fields: Fields, id = newId()): Promise<Seed> {
  await setDoc(doc(fixtures.stored, collection, id), fields);
  return { id, fields };
}

/** Stores a report of yesterday, filed by the member unless told otherwise. */
export function seedIssue(
  fixtures: RulesFixtures,
  overrides: Fields = {},
  reporter: Identity = PEOPLE.member,
): Promise<Seed> {
  return seed(fixtures, "issues", storedIssue(reporter, overrides));
}

/**
 * Stores a trash entry of an hour ago; `fields` of the answer are those of the report in it. `purgeInMs` is how long from
 * now it is kept.
 */
export async function seedTrash(
  fixtures: RulesFixtures,
  overrides: Fields = {},
  id = newId(),
  purgeInMs = 30 * 86_400_000 - HOUR_MS,
): Promise<Seed> {
  const issue = storedIssue(PEOPLE.member, overrides);
  const now = Date.now();
  const entry = {
    issue,
    deletedAt: Timestamp.fromMillis(now - HOUR_MS),
    deletedBy: PEOPLE.admin.uid,
    purgeAt: Timestamp.fromMillis(now + purgeInMs),
  };
  await seed(fixtures, "trash", entry, id);
  return { id, fields: issue };
}

/** Puts the board back as it is when the product is new, or after a first write of `issueId`. */
export async function seedBoard(fixtures: RulesFixtures, issueId = ""): Promise<void> {
  await seed(
    fixtures,
    "boards",
    { revision: 1, changedAt: Timestamp.fromMillis(Date.now() - 60_000), issueId },
    "main",
  );
}
