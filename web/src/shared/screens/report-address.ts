import type { Issue } from "@logbook/domain";

/** The query parameter of `/` that opens a report's page: the report's number, or its id if it has no number. */
export const REPORT_PARAMETER = "report";

/** The value of `REPORT_PARAMETER` for a report. */
export const reportReference = ({ number, id }: Pick<Issue, "number" | "id">): string => String(number ?? id);

/** The address of a report's page. A click on a link to it keeps the list's filters (`app/use-report-links.ts`). */
export const reportHref = (reference: string): string => `/?${REPORT_PARAMETER}=${encodeURIComponent(reference)}`;

/** The query parameter of `/` that opens What's new; its value is the number of the page, or empty for the first one. */
export const NEWS_PARAMETER = "news";

/** The HTML id of an entry in a report's timeline. `entryKey` is the id of an amendment, or the time of an event. */
export const timelineAnchor = (entryKey: string): string => `entry-${entryKey}`;
