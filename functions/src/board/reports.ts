import {
  ALL,
  changeStats,
  countStats,
  type Filters,
  foldSearch,
  matcher,
  PRIORITY_OPTIONS,
  STATUS_OPTIONS,
  type Stats,
  TYPE_OPTIONS,
} from "@logbook/domain";
import { LRUCache } from "lru-cache";
import type { Arrival, Entry } from "./entry.ts";
import { merge } from "./merge.ts";
import { type Gathering, gatherTexts, type SearchTexts } from "./search-texts.ts";

/** What came since some instant, both as of one moment: reports as they are now, and ids of reports now in the trash. */
export interface Changes {
  changed: readonly Arrival[];
  deleted: ReadonlySet<string>;
}

/** All reports as of one moment; never changed once made. */
export interface Reports {
  /** In the list's order. */
  readonly all: readonly Entry[];
  /** Counts over all of them. */
  readonly stats: Stats;
  /** Those that the filters show, in the list's order; remembered, so that turning a page costs nothing. */
  select(filters: Filters): readonly Entry[];
  get(id: string): Entry | undefined;
  /** The bytes of what searches look through, of each report in the list's order. */
  searchTexts(): Iterable<Buffer>;
  /** The reports after some changes, which may come more than once. What is there wins over the trash. */
  withChanges(changes: Changes): Reports;
}

// What one of them finds takes up to 8 bytes a report.
const SEARCHES_KEPT = 16;
const CHOICES = TYPE_OPTIONS.length * STATUS_OPTIONS.length * PRIORITY_OPTIONS.length;

/** Reports that arrive in any order. */
export function createReports(arrivals: Iterable<Arrival>): Reports {
  const gathering = gatherReports();
  for (const arrival of arrivals) gathering.add(arrival);
  return gathering.finish();
}

/** Takes reports one by one, in any order, until `finish` gives all of them. */
export interface ReportGathering extends Pick<Gathering, "add" | "addBlock"> {
  finish(): Reports;
}

/** Begins to gather: a hundred thousand reports with their texts need not be held at once. */
export function gatherReports(): ReportGathering {
  const gathering = gatherTexts();
  return {
    add: gathering.add,
    addBlock: gathering.addBlock,
    finish() {
      const { entries, texts } = gathering.finish();
      return reportsOf(entries, texts, { stats: countStats(entries) });
    },
  };
}

/** What need not be found out anew. */
interface Known {
  stats: Stats;
  byId?: Map<string, Entry> | undefined;
}

function reportsOf(all: readonly Entry[], texts: SearchTexts, { stats, byId: known }: Known): Reports {
  let byId = known;
  const filtered = new LRUCache<string, readonly Entry[]>({ max: CHOICES });
  const searched = new LRUCache<string, readonly Entry[]>({ max: SEARCHES_KEPT });

  function filter(filters: Filters): readonly Entry[] {
    const key = keyOf(filters);
    const known = filtered.get(key);
    if (known !== undefined) return known;
    const found = among(all, filters);
    filtered.set(key, found);
    return found;
  }

  function get(id: string): Entry | undefined {
    byId ??= new Map(all.map((entry) => [entry.id, entry]));
    return byId.get(id);
  }

  /** The index by id for the reports after these, which are seldom asked again: to make it anew takes 20 ms and more. */
  function handOn(ids: ReadonlySet<string>, arriving: readonly Entry[]): Map<string, Entry> | undefined {
    const index = byId;
    byId = undefined;
    for (const id of ids) index?.delete(id);
    for (const entry of arriving) index?.set(entry.id, entry);
    return index;
  }

  return {
    all,
    stats,
    get,
    searchTexts: () => texts.bytesOf(all),

    select(filters) {
      const wanted = foldSearch(filters.search);
      if (wanted === "") return filter(filters);
      const key = `${keyOf(filters)} ${wanted}`;
      const known = searched.get(key);
      if (known !== undefined) return known;
      const found = among(texts.search(wanted), filters);
      searched.set(key, found);
      return found;
    },

    withChanges({ changed, deleted }) {
      const arriving = changed.map(({ entry }) => entry);
      const ids = new Set([...deleted, ...arriving.map(({ id }) => id)]);
      const gone = new Set([...ids].flatMap((id) => get(id) ?? []));
      return reportsOf(merge(all, arriving, gone), texts.withChanges(gone, changed), {
        stats: changeStats(stats, gone, arriving),
        byId: handOn(ids, arriving),
      });
    },
  };
}

const showsAll = ({ type, status, priority }: Filters): boolean => type === ALL && status === ALL && priority === ALL;

const among = (entries: readonly Entry[], filters: Filters): readonly Entry[] =>
  showsAll(filters) ? entries : entries.filter(matcher(filters));

const keyOf = ({ type, status, priority }: Filters): string => `${type} ${status} ${priority}`;
