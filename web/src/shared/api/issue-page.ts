import type { AsOf, Filters, Issue, PageInfo, PageSize, RenderedPage, Stats } from "@logbook/domain";

/** What part of the list is wanted; `page` counts from 1. */
export interface ListView {
  filters: Filters;
  page: number;
  pageSize: PageSize;
}

/**
 * One page of the list, both types merged in the list's order; `stats` are of all reports. `drawn` is the dashboard's
 * markup with exactly this page, where it was asked for.
 */
export interface IssuePage extends AsOf {
  issues: Issue[];
  page: PageInfo;
  stats: Stats;
  drawn?: RenderedPage | undefined;
}
