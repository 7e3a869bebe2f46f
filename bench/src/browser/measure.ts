import type { Row } from "../figures/rows.ts";
import type { Environment } from "../harness/environment.ts";
import { measureCards } from "./cards.ts";
import { measureLiveUpdates } from "./live-updates.ts";
import { measureSearch } from "./search.ts";
import { withTestbed } from "./testbed.ts";
import { measureVisits } from "./visits.ts";

const FULL_RUN = { rounds: 5, searches: 40, amendments: 20 };
const QUICK_RUN = { rounds: 1, searches: 10, amendments: 5 };
const VISITS_ONLY_ROUNDS = 9;

/** Measures the page in Chromium (see README.md in this folder). Deletes all documents in the suite's Firestore. */
export async function measureBrowser(environment: Environment, visitsOnly: boolean): Promise<Row[]> {
  const { rounds, searches, amendments } = environment.isQuick ? QUICK_RUN : FULL_RUN;
  if (visitsOnly) return withTestbed(environment, 1_000, (testbed) => measureVisits(testbed, VISITS_ONLY_ROUNDS));
  const smallRows = await withTestbed(environment, 1_000, async (testbed) => [
    ...(await measureVisits(testbed, rounds)),
    await measureLiveUpdates(testbed, amendments),
  ]);
  const mediumRows = await withTestbed(environment, 10_000, async (testbed) => [
    await measureSearch(testbed, searches),
    ...(await measureCards(testbed, rounds)),
  ]);
  if (environment.isQuick) return [...smallRows, ...mediumRows];
  const largeRow = await withTestbed(environment, 100_000, (testbed) => measureLiveUpdates(testbed, amendments));
  return [...smallRows, ...mediumRows, largeRow];
}
