import type { Row } from "../row.ts";
import { cardRows, measureCards } from "./cards.ts";
import { liveRows, measureLive } from "./live.ts";
import { loadRows } from "./load-rows.ts";
import { visitPages } from "./loads.ts";
import { measureSearch, searchRow } from "./search.ts";
import { onStage, type SignedIn, type Stage, signInOnce } from "./stage.ts";
import type { BrowserWorld } from "./world.ts";

const FEW = 1_000;
const MANY = 10_000;
const MOST = 100_000;
const WHOLE = { rounds: 5, searches: 40, amendments: 20 };
const VISITS = 9;
const QUICK = { rounds: 1, searches: 10, amendments: 5 };

/** The figures of the page's visits alone, nine of each: what a change of the first paint gains or costs. */
export function measureVisits(world: BrowserWorld): Promise<Row[]> {
  return onStage(world, FEW, async (stage) =>
    loadRows(await visitPages(stage, await signInOnce(stage), VISITS), world, FEW),
  );
}

/**
 * The page's figures in Chromium (see README.md beside this): loads with 1,000 reports, search and long lists with
 * 10,000, changes shown live with 1,000 and 100,000. Replaces everything that the project has in the suite's Firestore.
 */
export async function measureBrowser(world: BrowserWorld): Promise<Row[]> {
  const { rounds, searches, amendments } = world.quick ? QUICK : WHOLE;
  const live = async (stage: Stage, signedIn: SignedIn, reports: number): Promise<Row[]> =>
    liveRows(await measureLive(stage, signedIn, amendments), reports);
  const loads = await onStage(world, FEW, async (stage) => {
    const signedIn = await signInOnce(stage);
    const rows = loadRows(await visitPages(stage, signedIn, rounds), world, FEW);
    return [...rows, ...(await live(stage, signedIn, FEW))];
  });
  const lists = await onStage(world, MANY, async (stage) => {
    const signedIn = await signInOnce(stage);
    const times = await measureSearch(stage, signedIn, searches);
    return [searchRow(times, MANY), ...cardRows(await measureCards(stage, signedIn, rounds), MANY)];
  });
  if (world.quick) return [...loads, ...lists];
  const most = await onStage(world, MOST, async (stage) => await live(stage, await signInOnce(stage), MOST));
  return [...loads, ...lists, ...most];
}
