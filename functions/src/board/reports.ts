import {
  ALL,
  COMPARATORS,
  changeStats,
  countStats,
  DEFAULT_SORT,
  FILTER_NAMES,
  type Filters,
  filterMatcher,
  foldSearch,
  parseSearch,
  type Sort,
  type Stats,
  type WireIssue,
} from "@logbook/domain";
import { LRUCache } from "lru-cache";
import { type Duplicates, findDuplicates, withDuplicates } from "./duplicates.ts";
import { amendmentEntries, type Entry, type EntryWithText, jsonOf, mergeEntries, reportOf } from "./entry.ts";
import { createSearchTexts, type SearchTexts } from "./search-texts.ts";
import { moveTally } from "./tally.ts";

/** The changes since a time, from one consistent read: changed reports, and the ids of reports now in the trash. */
export interface Changes {
  changed: readonly EntryWithText[];
  deleted: ReadonlySet<string>;
}

/** All reports at one time; immutable. */
export interface Reports {
  /** All reports, in the list's default order. */
  readonly all: readonly Entry[];
  readonly stats: Stats;
  /** The reports that match the filters, sorted by `sort`; cached. reports/select-entries.ts applies `show` later. */
  select(filters: Omit<Filters, "show">, sort?: Sort): readonly Entry[];
  get(id: string): Entry | undefined;
  byNumber(number: number): Entry | undefined;
  readonly duplicates: Duplicates;
  /** A report's JSON in the form in which the API's lists send it, with what follows from its duplicates. */
  jsonOf(entry: Entry): Buffer;
  /** The same as an object. */
  reportOf(entry: Entry): WireIssue;
  /** The search texts of all reports, each with `TEXT_END`, in the list's order. */
  searchTexts(): Iterable<Buffer>;
  /**
   * A copy with the changes applied. The reports may contain some of these changes already. A report that is both in
   * `changed` and in `deleted` counts as changed.
   */
  withChanges(changes: Changes): Reports;
  /** Frees the memory of what can be computed again. */
  freeMemory(): void;
}

// Each cached list takes up to 8 bytes per report.
const MAX_CACHED_LISTS = 50;

/** Creates the reports from entries in any order. */
export function createReports(entries: readonly EntryWithText[]): Reports {
  return reportsOf(createSearchTexts(entries));
}

/** Data derived from all reports, as far as they have been computed. */
interface DerivedData {
  stats?: Stats;
  amendmentTexts?: SearchTexts | undefined;
  byId?: Map<string, Entry> | undefined;
}

/** Creates the reports from their search texts. Data that `derived` lacks are computed. */
export function reportsOf(searchTexts: SearchTexts, derived: DerivedData = {}): Reports {
  const all = searchTexts.entries;
  const stats = derived.stats ?? countStats(all);
  let { amendmentTexts, byId } = derived;
  let duplicates: Duplicates | undefined;
  const cachedLists = new LRUCache<string, readonly Entry[]>({ max: MAX_CACHED_LISTS });

  function get(id: string): Entry | undefined {
    byId ??= new Map(all.map((entry) => [entry.id, entry]));
    return byId.get(id);
  }

  const allDuplicates = (): Duplicates => {
    duplicates ??= findDuplicates(all, get);
    return duplicates;
  };

  /** The list in another order than the default one, with the votes of duplicates counted for their targets. */
  function sortBy(sort: Sort, list: readonly Entry[]): readonly Entry[] {
    const { targets, votesOf } = allDuplicates();
    if (sort !== "wanted" || targets.size === 0) return list.toSorted(COMPARATORS[sort]);
    const countVotes = (entry: Entry): Entry => (targets.has(entry.id) ? { ...entry, votes: votesOf(entry) } : entry);
    // The list must have the same entries as before, because others compare them by identity.
    return list
      .map(countVotes)
      .toSorted(COMPARATORS[sort])
      .map((entry) => targets.get(entry.id) ?? entry);
  }

  /** The entries that contain the whole search as text or fit its operators, in the list's order. */
  function findMatches(search: string): readonly Entry[] {
    const { text, operators } = parseSearch(search);
    const textMatches = searchTexts.search(text);
    if (operators === null) return textMatches;
    // The first search in amendments creates their texts; withChanges() then keeps the texts up to date.
    if (operators.inAmendments) amendmentTexts ??= createSearchTexts(amendmentEntries(all));
    const searchedTexts = operators.inAmendments ? amendmentTexts! : searchTexts;
    const { reporters } = operators;
    const isByReporter = ({ reporter }: Entry) => reporters.length === 0 || reporters.includes(reporter);
    const candidates = searchedTexts.search(operators.text);
    const operatorMatches = candidates.filter((entry) => operators.fits(entry) && isByReporter(entry));
    const operatorMatchSet = new Set(operatorMatches);
    const onlyTextMatches = textMatches.filter((entry) => !operatorMatchSet.has(entry));
    return mergeEntries(operatorMatches, onlyTextMatches);
  }

  function select(filters: Omit<Filters, "show">, sort = DEFAULT_SORT): readonly Entry[] {
    const options = FILTER_NAMES.map((name) => filters[name]);
    const search = foldSearch(filters.search);
    // Only the search can contain spaces, and it comes last, so no two selections have the same key.
    const key = [...options, sort, search].join(" ");
    const cachedList = cachedLists.get(key);
    if (cachedList !== undefined) return cachedList;
    let list: readonly Entry[];
    if (sort !== DEFAULT_SORT) list = sortBy(sort, select(filters));
    else {
      const matches = findMatches(search);
      const isUnfiltered = options.every((option) => option === ALL);
      list = isUnfiltered ? matches : matches.filter(filterMatcher(filters));
    }
    cachedLists.set(key, list);
    return list;
  }

  return {
    all,
    stats,
    get,
    select,
    get duplicates() {
      return allDuplicates();
    },
    jsonOf(entry) {
      if (entry.duplicateOf === null && !allDuplicates().targets.has(entry.id)) return jsonOf(entry);
      return Buffer.from(JSON.stringify(withDuplicates(reportOf(entry), allDuplicates())));
    },
    reportOf: (entry) => withDuplicates(reportOf(entry), allDuplicates()),
    byNumber: (number) => all.find((entry) => entry.number === number),
    searchTexts: searchTexts.texts,
    freeMemory() {
      cachedLists.clear();
      amendmentTexts = undefined;
    },

    withChanges({ changed, deleted }) {
      // The old entry of a changed report is removed, and its new entry is added.
      const added = changed.map(({ entry }) => entry);
      const changedIds = new Set([...deleted, ...added.map(({ id }) => id)]);
      const removed = new Set([...changedIds].flatMap((id) => get(id) ?? []));
      // The copy takes over the index by id, because building another one would take 20 ms or more. The reports before
      // the change, which are seldom used again, build their index anew when they need it.
      const movedIndex = byId;
      byId = undefined;
      for (const id of changedIds) movedIndex?.delete(id);
      for (const entry of added) movedIndex?.set(entry.id, entry);
      const changedTexts = searchTexts.withChanges(removed, changed);
      moveTally(all, changedTexts.entries, removed, added);
      return reportsOf(changedTexts, {
        stats: changeStats(stats, removed, added),
        amendmentTexts: amendmentTexts?.withChanges(removed, amendmentEntries(added)),
        byId: movedIndex,
      });
    },
  };
}
