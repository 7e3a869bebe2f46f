/** The orders of the list. The first one is the order of the specification (section 9). */
export const SORTS = ["status", "newest", "changed", "wanted", "unanswered"] as const;
export type Sort = (typeof SORTS)[number];

/** The order until another is chosen. */
export const DEFAULT_SORT: Sort = "status";

/** The name of each order on the page. */
export const SORT_LABELS: Record<Sort, string> = {
  status: "Status",
  newest: "Newest",
  changed: "Recently changed",
  wanted: "Most wanted",
  unanswered: "Longest unanswered",
};
