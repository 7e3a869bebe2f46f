import { isFiltered, type User } from "@logbook/domain";
import { focusListHeading, LIST_HEADING_ID } from "../../shared/paged-list/list-focus.ts";
import { Pagination } from "../../shared/paged-list/pagination.tsx";
import { announce } from "../../shared/ui/announcer.tsx";
import { Card } from "../../shared/ui/card.tsx";
import { cx } from "../../shared/ui/cx.ts";
import { Entries } from "./entries.tsx";
import { EmptyList, FailedList, ListSkeleton } from "./list-states.tsx";
import type { IssuesQuery } from "./use-issues.ts";
import type { ListViewControls } from "./use-list-view.ts";

/** The list in all its states: loading, failed, empty, and its cards with the pagination (section 2). */
export function IssueList({
  user,
  issues,
  view,
  setPage,
  prefetchPage,
  resetFilters,
}: ListViewControls & { user: User; issues: IssuesQuery }) {
  const { data, error, isPlaceholderData, failureCount } = issues;
  const isTurning = isPlaceholderData && error === null;
  const retry = async () => {
    // The button goes away once the list is there, and the focus would go with it.
    if ((await issues.refetch()).isSuccess) focusListHeading();
  };
  const turn = (page: number) => {
    setPage(page);
    focusListHeading();
    document.getElementById(LIST_HEADING_ID)?.scrollIntoView();
    announce(`Page ${page}`);
  };
  const reset = () => {
    resetFilters();
    focusListHeading();
  };
  if (data === undefined)
    return error ? (
      <FailedList error={error} busy={issues.isFetching} retry={() => void retry()} />
    ) : (
      <ListSkeleton struggling={failureCount > 0} />
    );
  return (
    <>
      {error && (
        <FailedList error={error} busy={issues.isFetching} retry={() => void retry()}>
          Below they are as you saw them last.
        </FailedList>
      )}
      {data.issues.length === 0 ? (
        // Its words are of the list that is shown, which may still be the last one.
        <EmptyList filtered={(isPlaceholderData || isFiltered(view.filters)) && data.stats.total > 0} reset={reset} />
      ) : (
        <Card aria-busy={isTurning} className={cx("relative mt-4 overflow-hidden", isTurning && "turning")}>
          <Entries issues={data.issues} deleted={issues.deleted} user={user} />
        </Card>
      )}
      <Pagination
        page={isTurning ? { ...data.page, number: Math.min(view.page, data.page.pages) } : data.page}
        goToPage={turn}
        prefetchPage={prefetchPage}
      />
    </>
  );
}
