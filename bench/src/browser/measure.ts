import type { Row } from "../figures/row.ts";
import type { Environment } from "../harness/environment.ts";
import { measureCards } from "./cards.ts";
import { measureLiveUpdates } from "./live-updates.ts";
import { measureSearch } from "./search.ts";
import { recordSession, withTestbed } from "./testbed.ts";
import { visitRows } from "./visit-rows.ts";
import { visitPages } from "./visits.ts";

// The numbers of reports in the measured logbooks.
const SMALL = 1_000;
const MEDIUM = 10_000;
const LARGE = 100_000;
const FULL_RUN = { rounds: 5, searches: 40, amendments: 20 };
const QUICK_RUN = { rounds: 1, searches: 10, amendments: 5 };
const VISITS_ONLY_ROUNDS = 9;

/** Measures only the visits of the page, nine of each kind, to show the effect of a change to the first paint. */
export function measureVisits(environment: Environment): Promise<Row[]> {
  return withTestbed(environment, SMALL, async (testbed) =>
    visitRows(await visitPages(testbed, await recordSession(testbed), VISITS_ONLY_ROUNDS), testbed),
  );
}

/** Measures the page in Chromium (see README.md in this folder). Deletes all documents in the suite's Firestore. */
export async function measureBrowser(environment: Environment): Promise<Row[]> {
  const { rounds, searches, amendments } = environment.quick ? QUICK_RUN : FULL_RUN;
  const visits = await withTestbed(environment, SMALL, async (testbed) => {
    const session = await recordSession(testbed);
    const rows = visitRows(await visitPages(testbed, session, rounds), testbed);
    return [...rows, ...(await measureLiveUpdates(testbed, session, amendments))];
  });
  const lists = await withTestbed(environment, MEDIUM, async (testbed) => {
    const session = await recordSession(testbed);
    const search = await measureSearch(testbed, session, searches);
    return [search, ...(await measureCards(testbed, session, rounds))];
  });
  if (environment.quick) return [...visits, ...lists];
  const largeUpdates = await withTestbed(environment, LARGE, async (testbed) =>
    measureLiveUpdates(testbed, await recordSession(testbed), amendments),
  );
  return [...visits, ...lists, ...largeUpdates];
}
