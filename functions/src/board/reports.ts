import {
  ALL,
  COMPARATORS,
  changeStats,
  countStats,
  DEFAULT_SORT,
  type Filters,
  filterMatcher,
  foldSearch,
  PRIORITY_OPTIONS,
  parseSearch,
  reporterEnd,
  type Sort,
  STATUS_GROUP_NAMES,
  STATUS_OPTIONS,
  type Stats,
  TYPE_OPTIONS,
} from "@logbook/domain";
import { LRUCache } from "lru-cache";
import { amendmentEntries, createAmendmentTexts } from "./amendment-texts.ts";
import type { Entry, EntryWithText } from "./entry.ts";
import { mergeEntries } from "./merge.ts";
import { createTextsBuilder, type SearchTexts, type TextsBuilder } from "./search-texts.ts";

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
  byReporter(username: string): ReadonlySet<Entry>;
  get(id: string): Entry | undefined;
  byNumber(number: number): Entry | undefined;
  /** The search texts of all reports in UTF-8, in the list's order. */
  searchTexts(): Iterable<Buffer>;
  /**
   * A copy with the changes applied. The reports may contain some of these changes already. A report that is both in
   * `changed` and in `deleted` counts as changed.
   */
  withChanges(changes: Changes): Reports;
}

// Only a few searches and sorted lists are cached: each takes up to 8 bytes per report.
const MAX_CACHED_LISTS = 16;
// The lists without a search, in the default order, are all cached: there is one for each combination of filters.
const FILTER_COMBINATIONS =
  TYPE_OPTIONS.length * (STATUS_OPTIONS.length + STATUS_GROUP_NAMES.length) * PRIORITY_OPTIONS.length;

/** Creates the reports from entries in any order. */
export function createReports(entries: Iterable<EntryWithText>): Reports {
  const builder = createReportsBuilder();
  for (const entry of entries) builder.add(entry);
  return builder.build();
}

export interface ReportsBuilder extends Pick<TextsBuilder, "add" | "addBlock"> {
  build(): Reports;
}

/** Creates a builder, which takes reports one by one: 100,000 parsed reports at once would need too much memory. */
export function createReportsBuilder(): ReportsBuilder {
  const builder = createTextsBuilder();
  return {
    add: builder.add,
    addBlock: builder.addBlock,
    build() {
      const { entries, texts } = builder.build();
      return reportsOf(entries, texts, { stats: countStats(entries) });
    },
  };
}

/** Data derived from all reports. The optional fields are computed when they are first needed. */
interface DerivedData {
  stats: Stats;
  amendmentTexts?: SearchTexts | undefined;
  byId?: Map<string, Entry> | undefined;
}

function reportsOf(all: readonly Entry[], texts: SearchTexts, derived: DerivedData): Reports {
  const { stats } = derived;
  let { amendmentTexts, byId } = derived;
  const filterCache = new LRUCache<string, readonly Entry[]>({ max: FILTER_COMBINATIONS });
  const sortCache = new LRUCache<string, readonly Entry[]>({ max: MAX_CACHED_LISTS });
  const searchCache = new LRUCache<string, readonly Entry[]>({ max: MAX_CACHED_LISTS });

  function get(id: string): Entry | undefined {
    byId ??= new Map(all.map((entry) => [entry.id, entry]));
    return byId.get(id);
  }

  // A search text ends with the reporter's name.
  const reportsBy = (foldedName: string): ReadonlySet<Entry> => new Set(texts.searchEnd(reporterEnd(foldedName)));

  /** The entries that contain the whole search as text or fit its operators, in the list's order. */
  function findMatches(search: string): readonly Entry[] {
    const { text, operators } = parseSearch(search);
    const textMatches = texts.search(text);
    if (operators === null) return textMatches;
    // The first search in amendments creates their texts; withChanges() then keeps the texts up to date.
    if (operators.inAmendments) amendmentTexts ??= createAmendmentTexts(all);
    const searchedTexts = operators.inAmendments ? amendmentTexts! : texts;
    const reportSets = operators.reporters.map(reportsBy);
    const isByReporter = (entry: Entry) => reportSets.length === 0 || reportSets.some((entries) => entries.has(entry));
    const candidates = searchedTexts.search(operators.text);
    const operatorMatches = candidates.filter((entry) => operators.fits(entry) && isByReporter(entry));
    const operatorMatchSet = new Set(operatorMatches);
    const onlyTextMatches = textMatches.filter((entry) => !operatorMatchSet.has(entry));
    return mergeEntries(operatorMatches, onlyTextMatches);
  }

  /**
   * Updates the index by id and gives it to the copy that `withChanges` creates. Building a new index would take 20 ms
   * or more, and the reports before the change are seldom used again.
   */
  function handOverIndex(removedIds: ReadonlySet<string>, added: readonly Entry[]): Map<string, Entry> | undefined {
    const index = byId;
    byId = undefined;
    for (const id of removedIds) index?.delete(id);
    for (const entry of added) index?.set(entry.id, entry);
    return index;
  }

  return {
    all,
    stats,
    get,
    byNumber: (number) => all.find((entry) => entry.number === number),
    byReporter: (username) => reportsBy(foldSearch(username)),
    searchTexts: () => texts.bytesOf(all),

    select(filters, sort = DEFAULT_SORT) {
      const search = foldSearch(filters.search);
      const filterKey = keyOf(filters);
      const matching =
        search === ""
          ? getOrCompute(filterCache, filterKey, () => filterEntries(all, filters))
          : getOrCompute(searchCache, `${filterKey} ${search}`, () => filterEntries(findMatches(search), filters));
      if (sort === DEFAULT_SORT) return matching;
      return getOrCompute(sortCache, `${sort} ${filterKey} ${search}`, () => matching.toSorted(COMPARATORS[sort]));
    },

    withChanges({ changed, deleted }) {
      // The old entry of a changed report is removed, and its new entry is added.
      const added = changed.map(({ entry }) => entry);
      const changedIds = new Set([...deleted, ...added.map(({ id }) => id)]);
      const removed = new Set([...changedIds].flatMap((id) => get(id) ?? []));
      return reportsOf(mergeEntries(all, added, removed), texts.withChanges(removed, changed), {
        stats: changeStats(stats, removed, added),
        amendmentTexts: amendmentTexts?.withChanges(removed, amendmentEntries(added)),
        byId: handOverIndex(changedIds, added),
      });
    },
  };
}

function getOrCompute<T extends object>(cache: LRUCache<string, T>, key: string, compute: () => T): T {
  const cached = cache.get(key);
  if (cached !== undefined) return cached;
  const value = compute();
  cache.set(key, value);
  return value;
}

type FieldFilters = Pick<Filters, "type" | "status" | "priority">;

const matchesAll = ({ type, status, priority }: FieldFilters): boolean =>
  type === ALL && status === ALL && priority === ALL;

const filterEntries = (entries: readonly Entry[], filters: FieldFilters): readonly Entry[] =>
  matchesAll(filters) ? entries : entries.filter(filterMatcher(filters));

const keyOf = ({ type, status, priority }: FieldFilters): string => `${type} ${status} ${priority}`;
