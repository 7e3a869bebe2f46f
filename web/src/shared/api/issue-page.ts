import type { AsOf, Filters, Issue, PageInfo, PageSize, RenderedPage, Sort, Stats } from "@logbook/domain";

/** The part of the list to show; `page` starts at 1. */
export interface ListView {
  filters: Filters;
  page: number;
  pageSize: PageSize;
  sort: Sort;
}

/** One page of the list. `stats` count all reports; `drawn` is the dashboard's markup for this page, if requested. */
export interface IssuePage extends AsOf {
  issues: Issue[];
  page: PageInfo;
  stats: Stats;
  drawn?: RenderedPage | undefined;
}
