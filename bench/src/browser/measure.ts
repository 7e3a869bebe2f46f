import type { Row } from "../figures/row.ts";
import type { Environment } from "../harness/environment.ts";
import { measureCards } from "./cards.ts";
import { measureLiveUpdates } from "./live-updates.ts";
import { measureSearch } from "./search.ts";
import { recordSession, withTestbed } from "./testbed.ts";
import { visitRows } from "./visit-rows.ts";
import { visitPages } from "./visits.ts";

// The numbers of reports in the measured logbooks.
const SMALL_LOGBOOK = 1_000;
const MEDIUM_LOGBOOK = 10_000;
const LARGE_LOGBOOK = 100_000;
const FULL_RUN = { rounds: 5, searches: 40, amendments: 20 };
const QUICK_RUN = { rounds: 1, searches: 10, amendments: 5 };
const VISITS_ONLY_ROUNDS = 9;

/** Measures only the visits of the page, nine of each kind, to show the effect of a change to the first paint. */
export function measureVisits(environment: Environment): Promise<Row[]> {
  return withTestbed(environment, SMALL_LOGBOOK, async (testbed) => {
    const session = await recordSession(testbed);
    return visitRows(await visitPages(testbed, session, VISITS_ONLY_ROUNDS), testbed);
  });
}

/** Measures the page in Chromium (see README.md in this folder). Deletes all documents in the suite's Firestore. */
export async function measureBrowser(environment: Environment): Promise<Row[]> {
  const { rounds, searches, amendments } = environment.isQuick ? QUICK_RUN : FULL_RUN;
  const smallRows = await withTestbed(environment, SMALL_LOGBOOK, async (testbed) => {
    // The data that a signed-in browser has stored: each measured visit begins with these data.
    const session = await recordSession(testbed);
    const visits = await visitPages(testbed, session, rounds);
    return [...visitRows(visits, testbed), ...(await measureLiveUpdates(testbed, session, amendments))];
  });
  const mediumRows = await withTestbed(environment, MEDIUM_LOGBOOK, async (testbed) => {
    const session = await recordSession(testbed);
    const searchRow = await measureSearch(testbed, session, searches);
    return [searchRow, ...(await measureCards(testbed, session, rounds))];
  });
  if (environment.isQuick) return [...smallRows, ...mediumRows];
  const largeRows = await withTestbed(environment, LARGE_LOGBOOK, async (testbed) =>
    measureLiveUpdates(testbed, await recordSession(testbed), amendments),
  );
  return [...smallRows, ...mediumRows, ...largeRows];
}
