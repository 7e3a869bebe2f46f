import { ALL, compareIssues, countStats, type Filters, foldSearch, matcher, type Stats } from "@logbook/domain";
import type { Entry } from "./entry.ts";

/** What came since some instant, both as of one moment: reports as they are now, and ids of reports now in the trash. */
export interface Changes {
  changed: readonly Entry[];
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
}

// Each takes up to 8 bytes a report; those without a search are at most 135, and few of them are long.
const SEARCHES_KEPT = 16;

/** Reports from entries in any order. */
export function createReports(entries: readonly Entry[]): Reports {
  return reportsOf([...entries].sort(compareIssues));
}

/** The reports after some changes, which may come more than once. What is there wins over the trash: both are of one moment. */
export function withChanges({ all }: Reports, { changed, deleted }: Changes): Reports {
  const arriving = [...changed].sort(compareIssues);
  const replaced = new Set(deleted);
  for (const { id } of changed) replaced.add(id);
  const merged: Entry[] = [];
  let next = 0;
  for (const entry of all) {
    if (replaced.has(entry.id)) continue;
    for (; next < arriving.length && compareIssues(arriving[next]!, entry) < 0; next += 1) merged.push(arriving[next]!);
    merged.push(entry);
  }
  return reportsOf(merged.concat(arriving.slice(next)));
}

function reportsOf(all: readonly Entry[]): Reports {
  let byId: Map<string, Entry> | undefined;
  const filtered = new Map<string, readonly Entry[]>();
  const searched = new Map<string, { filters: Filters; found: readonly Entry[] }>();

  function filter(filters: Filters): readonly Entry[] {
    const { type, status, priority } = filters;
    if (type === ALL && status === ALL && priority === ALL) return all;
    const key = `${type} ${status} ${priority}`;
    const found = filtered.get(key) ?? all.filter(matcher({ ...filters, search: "" }));
    filtered.set(key, found);
    return found;
  }

  /** The fewest reports known to hold all that the search may find: what was found for a part of it, else all. */
  function candidates(filters: Filters, wanted: string): readonly Entry[] {
    let fewest = filter(filters);
    for (const { filters: other, found } of searched.values())
      if (sameChoices(filters, other) && wanted.includes(other.search) && found.length < fewest.length) fewest = found;
    return fewest;
  }

  return {
    all,
    stats: countStats(all),

    select(filters) {
      const search = foldSearch(filters.search);
      if (search === "") return filter(filters);
      const key = `${filters.type} ${filters.status} ${filters.priority} ${search}`;
      const known = searched.get(key);
      const found = known?.found ?? candidates(filters, search).filter(({ searchText }) => searchText.includes(search));
      // The one used last goes to the end, the one at the beginning goes.
      searched.delete(key);
      searched.set(key, { filters: { ...filters, search }, found });
      if (searched.size > SEARCHES_KEPT) searched.delete(searched.keys().next().value!);
      return found;
    },

    get(id) {
      byId ??= new Map(all.map((entry) => [entry.id, entry]));
      return byId.get(id);
    },
  };
}

function sameChoices(a: Filters, b: Filters): boolean {
  return a.type === b.type && a.status === b.status && a.priority === b.priority;
}
