import type { Row } from "../row.ts";
import { cardRows, measureCards } from "./cards.ts";
import { loadRows } from "./load-rows.ts";
import { visitPages } from "./loads.ts";
import { measureSearch, searchRow } from "./search.ts";
import { onStage, signInOnce } from "./stage.ts";
import type { BrowserWorld } from "./world.ts";

const ROUNDS = 5;
const SEARCHES = 40;
const FEW = 1_000;
const MANY = 10_000;

/**
 * The page's figures in Chromium (see README.md beside this): loads with 1,000 reports, search and long lists with
 * 10,000. Replaces everything that the project has in the suite's Firestore.
 */
export async function measureBrowser(world: BrowserWorld): Promise<Row[]> {
  const loads = await onStage(world, FEW, async (stage) =>
    loadRows(await visitPages(stage, await signInOnce(stage), ROUNDS), world, FEW),
  );
  const lists = await onStage(world, MANY, async (stage) => {
    const signedIn = await signInOnce(stage);
    const times = await measureSearch(stage, signedIn, SEARCHES);
    return [searchRow(times, MANY), ...cardRows(await measureCards(stage, signedIn, ROUNDS), MANY)];
  });
  return [...loads, ...lists];
}
