import { formatCount, type Issue, isFiltered, type Sort, type User } from "@logbook/domain";
import { useEffect } from "react";
import { useAction } from "../../shared/api/use-action.ts";
import { useAreas } from "../../shared/areas/areas-context.ts";
import { FailedList } from "../../shared/paged-list/failed-list.tsx";
import {
  focusListHeading,
  focusPendingCard,
  LIST_HEADING_ID,
  NEW_REPORTS_HEADING_ID,
} from "../../shared/paged-list/list-focus.ts";
import { Pagination } from "../../shared/paged-list/pagination.tsx";
import { announce } from "../../shared/ui/announcer.tsx";
import { Button } from "../../shared/ui/button.tsx";
import { Card } from "../../shared/ui/card.tsx";
import { cx } from "../../shared/ui/cx.ts";
import { Icon } from "../../shared/ui/icon.tsx";
import { ReportCard, usePrinting } from "../report/index.ts";
import { EmptyList, LazySearchHelp, ListSkeleton } from "./list-states.tsx";
import { PinnedReports } from "./pinned-reports.tsx";
import type { ListViewControls } from "./use-list-view.ts";
import type { LiveList } from "./use-live-list.ts";
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
  // After an error, no other list is on its way.
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
      {data.pinned && <PinnedReports reports={data.pinned} />}
      {data.issues.length === 0 ? (
        <EmptyList
          // A placeholder is the list of an earlier view, which may have had filters.
          hidesAll={(isPlaceholderData || isFiltered(view.filters)) && data.stats.total > 0}
          filters={view.filters}
          onSearch={search}
          onReset={resetFilters}
        />
      ) : (
        <Card aria-busy={isWaiting} className={cx("relative overflow-hidden sm:mt-1.5", isWaiting && "loading-line")}>
          <ReportCards issues={data.issues} deleted={list.deleted} user={user} sort={view.sort} />
        </Card>
      )}
      <Pagination page={isWaiting ? requestedPage : data.page} goToPage={goToPage} prefetchPage={prefetchPage} />
      {!isPlaceholderData && data.issues.length > 0 && (
        <LazySearchHelp findsReports filters={view.filters} onSearch={search} />
      )}
    </>
  );
}

/** Says in the line of the list's heading, where it moves nothing, that changes by others do not arrive. */
export function ConnectionMessage({ isLost }: { isLost: boolean }) {
  return (
    <p
      role="status"
      className="text-soft text-xs empty:absolute sm:max-w-max sm:flex-[1_1_8rem] sm:truncate print:hidden"
    >
      {isLost && "Live updates pause. The list renews as you return."}
    </p>
  );
}

/** The part above the list: the button for new reports, and those that are not on the shown page. */
export function ListUpdates({ liveList, user }: { liveList: LiveList; user: User }) {
  const { newCount, shownAboveList } = liveList;
  const showAction = useAction(liveList.showNew);
  return (
    <>
      {/* Invisible: listens to the board while it is mounted. */}
      {liveList.listener}
      {/* Floats over the list. On a phone it floats below the parts that stay in view (`sticking` in styles.css). */}
      <div className="sticky top-3 z-30 sticking:top-28 flex h-0 justify-center print:hidden" role="status">
        {newCount > 0 && (
          <Button
            variant="primary"
            size="sm"
            busy={showAction.isPending}
            className="arrive h-fit rounded-full shadow-raised"
            onClick={() => showAction.run()}
          >
            {!showAction.isPending && <Icon name="arrow-up" className="size-4" />}
            <span>{`${formatCount(newCount)} new – show`}</span>
          </Button>
        )}
      </div>
      {shownAboveList.length > 0 && (
        <section aria-labelledby={NEW_REPORTS_HEADING_ID} className="mt-4">
          <h3 id={NEW_REPORTS_HEADING_ID} tabIndex={-1} className="font-semibold font-serif text-lg">
            New
          </h3>
          <Card className="mt-2 overflow-hidden">
            <ReportCards issues={shownAboveList} deleted={liveList.list.deleted} user={user} sort="newest" />
          </Card>
        </section>
      )}
    </>
  );
}

/** What a row shows of a report in each order: a time or, beside the time of creation, a count. report-card.css reads it. */
const SHOWN_IN_ROWS: Record<Sort, "created" | "updated" | "waiting" | "votes" | "answers"> = {
  status: "created",
  newest: "created",
  changed: "updated",
  wanted: "votes",
  unanswered: "created",
  waiting: "waiting",
  unfixed: "answers",
};

interface ReportCardsProps {
  issues: readonly Issue[];
  /** The ids of the reports that were deleted while they were shown. */
  deleted: ReadonlySet<string> | undefined;
  user: User;
  sort: Sort;
}

function ReportCards({ issues, deleted, user, sort }: ReportCardsProps) {
  const isPrinting = usePrinting();
  const hasAreas = useAreas().length > 0;
  // biome-ignore lint/correctness/useExhaustiveDependencies: each change of the reports may add the card to focus
  useEffect(focusPendingCard, [issues]);
  return (
    <ol className={cx("report-rows divide-y divide-rule", hasAreas && "has-areas")} data-shows={SHOWN_IN_ROWS[sort]}>
      {issues.map((issue) => (
        <li key={issue.id} data-card={issue.id}>
          <ReportCard report={issue} user={user} isPrinting={isPrinting} isDeleted={deleted?.has(issue.id)} />
        </li>
      ))}
    </ol>
  );
}
