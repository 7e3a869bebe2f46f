import type { Row } from "../row.ts";
import { cardRows, measureCards } from "./cards.ts";
import type { BrowserEnvironment } from "./environment.ts";
import { liveUpdateRows, measureLiveUpdates } from "./live-updates.ts";
import { measureSearch, searchRow } from "./search.ts";
import { type MemberSession, signInOnce, type Testbed, withTestbed } from "./testbed.ts";
import { visitRows } from "./visit-rows.ts";
import { visitPages } from "./visits.ts";

const FEW = 1_000;
const MANY = 10_000;
const MOST = 100_000;
const WHOLE = { rounds: 5, searches: 40, amendments: 20 };
const VISITS = 9;
const QUICK = { rounds: 1, searches: 10, amendments: 5 };

/** The figures of the page's visits alone, nine of each: what a change of the first paint gains or costs. */
export function measureVisits(environment: BrowserEnvironment): Promise<Row[]> {
  return withTestbed(environment, FEW, async (testbed) =>
    visitRows(await visitPages(testbed, await signInOnce(testbed), VISITS), environment, FEW),
  );
}

/**
 * The page's figures in Chromium (see README.md beside this): loads with 1,000 reports, search and long lists with
 * 10,000, changes shown live with 1,000 and 100,000. Replaces everything that the project has in the suite's Firestore.
 */
export async function measureBrowser(environment: BrowserEnvironment): Promise<Row[]> {
  const { rounds, searches, amendments } = environment.quick ? QUICK : WHOLE;
  const live = async (testbed: Testbed, session: MemberSession, reports: number): Promise<Row[]> =>
    liveUpdateRows(await measureLiveUpdates(testbed, session, amendments), reports);
  const loads = await withTestbed(environment, FEW, async (testbed) => {
    const session = await signInOnce(testbed);
    const rows = visitRows(await visitPages(testbed, session, rounds), environment, FEW);
    return [...rows, ...(await live(testbed, session, FEW))];
  });
  const lists = await withTestbed(environment, MANY, async (testbed) => {
    const session = await signInOnce(testbed);
    const times = await measureSearch(testbed, session, searches);
    return [searchRow(times, MANY), ...cardRows(await measureCards(testbed, session, rounds), MANY)];
  });
  if (environment.quick) return [...loads, ...lists];
  const most = await withTestbed(
    environment,
    MOST,
    async (testbed) => await live(testbed, await signInOnce(testbed), MOST),
  );
  return [...loads, ...lists, ...most];
}
