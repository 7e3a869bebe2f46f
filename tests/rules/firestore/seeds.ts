import { doc, setDoc, Timestamp } from "firebase/firestore";
import { IDENTITIES, type Identity } from "../shared/actors.ts";
import { type Fields, newId, storedReport } from "../shared/builders.ts";
import type { RulesFixtures } from "./fixtures.ts";

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** A stored document's id and fields. */
export interface Seed {
  id: string;
  fields: Fields;
}

interface TrashOptions {
  /** Other values in fields of the deleted report. */
  report?: Fields;
  id?: string;
  /** Time until the report is due to be purged; by default 30 days after the deletion. */
  purgeInMs?: number;
}

/** Stores any document, as the Admin SDK would. */
export async function seed(fixtures: RulesFixtures, collection: string, fields: Fields, id = newId()): Promise<Seed> {
  await setDoc(doc(fixtures.databaseWithoutRules, collection, id), fields);
  return { id, fields };
}

/** Stores a report that the actor `member` filed yesterday. */
export function seedReport(fixtures: RulesFixtures, overrides: Fields = {}): Promise<Seed> {
  return seedReportOf(fixtures, IDENTITIES.member, overrides);
}

/** Stores a report that this reporter filed yesterday. */
export function seedReportOf(fixtures: RulesFixtures, reporter: Identity, overrides: Fields = {}): Promise<Seed> {
  return seed(fixtures, "issues", storedReport(reporter, overrides));
}

/** Stores the trash entry of a report that an admin deleted an hour ago. The returned `fields` are the report's. */
export async function seedTrash(fixtures: RulesFixtures, options: TrashOptions = {}): Promise<Seed> {
  const { id = newId(), purgeInMs = 30 * DAY_MS - HOUR_MS } = options;
  const issue = storedReport(IDENTITIES.member, options.report);
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

/** Resets the board to revision 1 and last number 1. It names the report `issueId`, by default none. */
export async function seedBoard(fixtures: RulesFixtures, issueId = ""): Promise<void> {
  await seed(
    fixtures,
    "boards",
    { revision: 1, lastNumber: 1, changedAt: Timestamp.fromMillis(Date.now() - 60_000), issueId },
    "main",
  );
}
