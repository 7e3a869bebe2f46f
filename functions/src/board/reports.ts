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
import { createAmendmentTexts, withAmendments } from "./amendment-texts.ts";
import type { Entry, EntryWithText } from "./entry.ts";
import { mergeEntries } from "./merge.ts";
import { createTextsBuilder, type SearchTexts, type TextsBuilder } from "./search-texts.ts";

/** The changes since some time, from one consistent read: changed reports, and the ids of reports now in the trash. */
export interface Changes {
  changed: readonly EntryWithText[];
  deleted: ReadonlySet<string>;
}

/** All reports at one time; immutable. */
export interface Reports {
  /** All reports in the list's order. */
  readonly all: readonly Entry[];
  readonly stats: Stats;
  /** The reports that match the filters, sorted by `sort`; cached. */
  select(filters: Omit<Filters, "show">, sort?: Sort): readonly Entry[];
  /** The reports that this reporter filed. */
  byReporter(reporter: string): ReadonlySet<Entry>;
  get(id: string): Entry | undefined;
  /** The report with this number. */
  byNumber(number: number): Entry | undefined;
  /** The search texts of all reports in UTF-8, in the list's order. */
  searchTexts(): Iterable<Buffer>;
  /**
   * A copy with changes applied, some of which may have been applied before. A report that is both in `changed` and in
   * `deleted` counts as changed.
   */
  withChanges(changes: Changes): Reports;
}

// The result of a search takes up to 8 bytes per report.
const CACHED_SEARCHES = 16;
const FILTER_COMBINATIONS =
  TYPE_OPTIONS.length * (STATUS_OPTIONS.length + STATUS_GROUP_NAMES.length) * PRIORITY_OPTIONS.length;

/** Creates the reports from entries in any order. */
export function createReports(entries: Iterable<EntryWithText>): Reports {
  const builder = createReportsBuilder();
  for (const entry of entries) builder.add(entry);
  return builder.build();
}

/** Collects entries in any order. */
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

/** Data derived from the reports. The optional fields are computed when they are first needed. */
interface Derived {
  stats: Stats;
  amendments?: SearchTexts | undefined;
  byId?: Map<string, Entry> | undefined;
}

function reportsOf(all: readonly Entry[], texts: SearchTexts, { stats, ...derived }: Derived): Reports {
  let { amendments, byId } = derived;
  const filterCache = new LRUCache<string, readonly Entry[]>({ max: FILTER_COMBINATIONS });
  const sortCache = new LRUCache<string, readonly Entry[]>({ max: CACHED_SEARCHES });
  const searchCache = new LRUCache<string, readonly Entry[]>({ max: CACHED_SEARCHES });

  function get(id: string): Entry | undefined {
    byId ??= new Map(all.map((entry) => [entry.id, entry]));
    return byId.get(id);
  }

  const reportsBy = (foldedName: string): ReadonlySet<Entry> => new Set(texts.searchEnd(reporterEnd(foldedName)));

  /** The entries that match a search, in the list's order. */
  function find(search: string): readonly Entry[] {
    const { text, operators } = parseSearch(search);
    const withText = texts.search(text);
    if (operators === null) return withText;
    // The first search in amendments creates their texts; withChanges() then keeps the texts up to date.
    if (operators.inAmendments) amendments ??= createAmendmentTexts(all);
    const searched = operators.inAmendments ? amendments! : texts;
    const reportSets = operators.reporters.map(reportsBy);
    const isByReporter = (entry: Entry) => reportSets.length === 0 || reportSets.some((entries) => entries.has(entry));
    const fitting = searched.search(operators.text).filter((entry) => operators.fits(entry) && isByReporter(entry));
    const found = new Set(fitting);
    return mergeEntries(
      fitting,
      withText.filter((entry) => !found.has(entry)),
    );
  }

  /**
   * Updates the index by id and hands it over to the next reports. To build a new index takes 20 ms or more, and the
   * current reports are seldom used again.
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
    byReporter: (reporter) => reportsBy(foldSearch(reporter)),
    searchTexts: () => texts.bytesOf(all),

    select(filters, sort = DEFAULT_SORT) {
      const search = foldSearch(filters.search);
      const key = keyOf(filters);
      const matching =
        search === ""
          ? getOrCompute(filterCache, key, () => filterEntries(all, filters))
          : getOrCompute(searchCache, `${key} ${search}`, () => filterEntries(find(search), filters));
      if (sort === DEFAULT_SORT) return matching;
      return getOrCompute(sortCache, `${sort} ${key} ${search}`, () => matching.toSorted(COMPARATORS[sort]));
    },

    withChanges({ changed, deleted }) {
      const added = changed.map(({ entry }) => entry);
      const ids = new Set([...deleted, ...added.map(({ id }) => id)]);
      const removed = new Set([...ids].flatMap((id) => get(id) ?? []));
      return reportsOf(mergeEntries(all, added, removed), texts.withChanges(removed, changed), {
        stats: changeStats(stats, removed, added),
        amendments: amendments?.withChanges(removed, withAmendments(added)),
        byId: handOverIndex(ids, added),
      });
    },
  };
}

function getOrCompute<T extends object>(cache: LRUCache<string, T>, key: string, compute: () => T): T {
  const known = cache.get(key);
  if (known !== undefined) return known;
  const value = compute();
  cache.set(key, value);
  return value;
}

type FieldFilters = Pick<Filters, "type" | "status" | "priority">;

const showsAll = ({ type, status, priority }: FieldFilters): boolean =>
  type === ALL && status === ALL && priority === ALL;

const filterEntries = (entries: readonly Entry[], filters: FieldFilters): readonly Entry[] =>
  showsAll(filters) ? entries : entries.filter(filterMatcher(filters));

const keyOf = ({ type, status, priority }: FieldFilters): string => `${type} ${status} ${priority}`;
