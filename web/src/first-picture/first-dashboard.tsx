import type { User } from "@logbook/domain";
import type { ReactElement } from "react";
import type { IssuePage, ListView } from "../api/list-issues.ts";
import { DashboardPage } from "../dashboard/dashboard-page.tsx";
import type { IssuesQuery } from "../list/use-issues.ts";
import type { ListViewControls } from "../list/use-list-view.ts";

const nothing = () => undefined;
const noAnswer = () => Promise.resolve({ isSuccess: false });

/** What is known of the list so far: nothing, what the last visit kept (`fresh` false), or the answer. */
export interface Known {
  page: IssuePage | undefined;
  fresh: boolean;
}

/** The dashboard before React is there: the same components with the same words, but nothing answers yet. */
export function firstDashboard(user: User, view: ListView, { page, fresh }: Known): ReactElement {
  const issues: IssuesQuery = {
    data: page,
    error: null,
    isError: false,
    isFetching: !fresh,
    isPlaceholderData: page !== undefined && !fresh,
    failureCount: 0,
    refetch: noAnswer,
  };
  const controls: ListViewControls = {
    view,
    setSearch: nothing,
    askSearch: nothing,
    setFilters: nothing,
    setPageSize: nothing,
    setPage: nothing,
    askPage: nothing,
    resetFilters: nothing,
  };
  return <DashboardPage user={user} controls={controls} issues={issues} leave={nothing} />;
}
