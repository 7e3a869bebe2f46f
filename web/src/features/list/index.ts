export { FilterBar } from "./filter-bar.tsx";
export { readCachedList, useListCache } from "./list-cache.ts";
export { ListUpdates, ReportList } from "./report-list.tsx";
export { restoreScrollAnchor } from "./scroll-anchor.ts";
export { useListView } from "./use-list-view.ts";
export { useLiveList } from "./use-live-list.ts";
export { pageQuery, type ReportsQuery, useReports } from "./use-reports.ts";
export { readView, writeView } from "./view.ts";
export { ViewTabs } from "./view-tabs.tsx";
