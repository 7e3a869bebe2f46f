import { doc, setDoc, Timestamp } from "firebase/firestore";
import { IDENTITIES, type Identity } from "../shared/actors.ts";
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

/** Stores a report of yesterday, by default the member's. */
export function seedIssue(
  fixtures: RulesFixtures,
  overrides: Fields = {},
  reporter: Identity = IDENTITIES.member,
): Promise<Seed> {
  return seed(fixtures, "issues", storedIssue(reporter, overrides));
}

/** Stores a trash entry of an hour ago, due for purging in `purgeInMs`. The returned `fields` are the report's. */
export async function seedTrash(
  fixtures: RulesFixtures,
  overrides: Fields = {},
  id = newId(),
  purgeInMs = 30 * 86_400_000 - HOUR_MS,
): Promise<Seed> {
  const issue = storedIssue(IDENTITIES.member, overrides);
  const now = Date.now();
  const entry = {
    issue,
    deletedAt: Timestamp.fromMillis(now - HOUR_MS),
    deletedBy: IDENTITIES.admin.uid,
    purgeAt: Timestamp.fromMillis(now + purgeInMs),
  };
  await seed(fixtures, "trash", entry, id);
  return { id, fields: issue };
}

/** Resets the board to revision 1, as after a first write of `issueId`. */
export async function seedBoard(fixtures: RulesFixtures, issueId = ""): Promise<void> {
  await seed(
    fixtures,
    "boards",
    { revision: 1, lastNumber: 1, changedAt: Timestamp.fromMillis(Date.now() - 60_000), issueId },
    "main",
  );
}
