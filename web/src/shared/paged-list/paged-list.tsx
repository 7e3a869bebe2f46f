import type { PageInfo } from "@logbook/domain";
import type { UseQueryResult } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { announce } from "../ui/announcer.tsx";
import { Card } from "../ui/card.tsx";
import { cx } from "../ui/cx.ts";
import { FailedList } from "./failed-list.tsx";
import { Pagination } from "./pagination.tsx";

interface PagedListProps<Page extends { page: PageInfo }> {
  query: UseQueryResult<Page>;
  /** The plural of the listed things, as in 'Loading the members…' */
  name: string;
  /** Shown if the list has no entries. */
  empty: ReactNode;
  goToPage: (page: number) => void;
  children: (page: Page) => ReactNode;
}

/** Moves the focus to the screen's `<main>`, for example from a button that disappears when it is pressed. */
export function focusMain(): void {
  document.getElementById("main")?.focus();
}

/** A list in pages, in all its states: loading, failed, empty, loaded, and waiting for another page. */
export function PagedList<Page extends { page: PageInfo }>({
  query: { data, error, isFetching, isPlaceholderData, refetch },
  name,
  empty,
  goToPage,
  children,
}: PagedListProps<Page>) {
  const retry = async () => {
    // The focused Retry button disappears once the list is loaded.
    if ((await refetch()).isSuccess) focusMain();
  };
  const showPage = (page: number) => {
    goToPage(page);
    focusMain();
    scrollTo(0, 0);
    announce(`Page ${page}`);
  };
  return (
    <>
      {error && <FailedList name={name} error={error} busy={isFetching} retry={() => void retry()} />}
      {!data && !error && <LoadingList name={name} />}
      {data?.page.total === 0 && empty}
      {data !== undefined && data.page.total > 0 && (
        <>
          <Card
            aria-busy={isPlaceholderData}
            className={cx("relative mt-4 overflow-hidden", isPlaceholderData && "loading-line")}
          >
            <ul className="divide-y divide-rule">{children(data)}</ul>
          </Card>
          <Pagination page={data.page} goToPage={showPage} />
        </>
      )}
    </>
  );
}

function LoadingList({ name }: { name: string }) {
  return (
    <div className="mt-4">
      <p role="status" className="sr-only">
        {`Loading the ${name}…`}
      </p>
      <Card aria-hidden="true" className="divide-y divide-rule overflow-hidden">
        {["w-2/5", "w-1/3", "w-1/2"].map((width) => (
          <div key={width} className="flex items-center gap-4 px-5 py-4">
            <span className={`skeleton h-5 ${width}`} />
            <span className="skeleton ml-auto h-8 w-24" />
          </div>
        ))}
      </Card>
    </div>
  );
}
