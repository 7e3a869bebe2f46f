import { type Issue, isFiltered, type User } from "@logbook/domain";
import { useEffect } from "react";
import { FailedList } from "../../shared/paged-list/failed-list.tsx";
import { focusListHeading, focusPendingCard, LIST_HEADING_ID } from "../../shared/paged-list/list-focus.ts";
import { Pagination } from "../../shared/paged-list/pagination.tsx";
import { announce } from "../../shared/ui/announcer.tsx";
import { Card } from "../../shared/ui/card.tsx";
import { cx } from "../../shared/ui/cx.ts";
import { ReportCard, usePrinting } from "../report/index.ts";
import { EmptyList, LazySearchHelp, ListSkeleton } from "./list-states.tsx";
import type { ListViewControls } from "./use-list-view.ts";
import type { ReportsQuery } from "./use-reports.ts";

/** The list in all its states: loading, failed, empty, or cards with the pagination (section 2). */
export function ReportList({
  user,
  list,
  view,
  changeView,
  prefetchPage,
  resetFilters,
}: ListViewControls & { user: User; list: ReportsQuery }) {
  const { data, error, isPlaceholderData, failureCount } = list;
  const isWaiting = isPlaceholderData && error === null;
  const retry = async () => {
    // The focused Retry button disappears when the list shows, so move the focus.
    if ((await list.refetch()).isSuccess) focusListHeading();
  };
  const goToPage = (page: number) => {
    changeView({ page: String(page) });
    focusListHeading();
    document.getElementById(LIST_HEADING_ID)?.scrollIntoView();
    announce(`Page ${page}`);
  };
  const search = (text: string) => {
    changeView({ search: text });
    // The pressed button of the search help disappears, so move the focus.
    focusListHeading();
  };
  const failureNotice = error && (
    <FailedList name="entries" error={error} busy={list.isFetching} retry={() => void retry()}>
      {data && "Below they are as you saw them last."}
    </FailedList>
  );
  if (data === undefined) return failureNotice ?? <ListSkeleton isRetrying={failureCount > 0} />;
  // While another page loads, the pagination already marks that page, or the last page if there are fewer.
  const requestedPage = { ...data.page, number: Math.min(view.page, data.page.pages) };
  return (
    <>
      {failureNotice}
      {data.issues.length === 0 ? (
        <EmptyList
          // A placeholder is the list of an earlier view, which may have had filters.
          hidesAll={(isPlaceholderData || isFiltered(view.filters)) && data.stats.total > 0}
          filters={view.filters}
          onSearch={search}
          onReset={resetFilters}
        />
      ) : (
        <Card aria-busy={isWaiting} className={cx("relative overflow-hidden sm:mt-4", isWaiting && "loading-line")}>
          <ReportCards issues={data.issues} deleted={list.deleted} user={user} />
        </Card>
      )}
      <Pagination page={isWaiting ? requestedPage : data.page} goToPage={goToPage} prefetchPage={prefetchPage} />
      {!isPlaceholderData && data.issues.length > 0 && (
        <LazySearchHelp findsReports filters={view.filters} onSearch={search} />
      )}
    </>
  );
}

interface ReportCardsProps {
  issues: readonly Issue[];
  /** The ids of the reports that were deleted while they were shown. */
  deleted: ReadonlySet<string> | undefined;
  user: User;
}

export function ReportCards({ issues, deleted, user }: ReportCardsProps) {
  const isPrinting = usePrinting();
  // biome-ignore lint/correctness/useExhaustiveDependencies: each change of the reports may add the card to focus
  useEffect(focusPendingCard, [issues]);
  return (
    <ol className="divide-y divide-rule">
      {issues.map((issue) => (
        <li key={issue.id} data-card={issue.id}>
          <ReportCard report={issue} user={user} isPrinting={isPrinting} isDeleted={deleted?.has(issue.id)} />
        </li>
      ))}
    </ol>
  );
}
