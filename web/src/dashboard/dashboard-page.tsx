import type { User } from "@logbook/domain";
import type { ReactNode } from "react";
import { FilterBar } from "../list/filter-bar.tsx";
import { ENTRIES_ID } from "../list/focus-entries.ts";
import { IssueList } from "../list/issue-list.tsx";
import type { IssuesQuery } from "../list/use-issues.ts";
import type { ListViewControls } from "../list/use-list-view.ts";
import { Footer } from "./footer.tsx";
import { Header } from "./header.tsx";
import { ReportDesk } from "./report-desk.tsx";
import { Summary } from "./summary.tsx";

/** Props of `DashboardPage`: who is signed in, the wanted part of the list and what is known of it, and how to leave. */
export interface DashboardPageProps {
  user: User;
  controls: ListViewControls;
  issues: IssuesQuery;
  leave: () => void;
  /** Stands between the filters and the list. */
  news?: ReactNode;
}

/**
 * What a member sees (section 2): the summary, the two forms, and the filtered list. Everything comes by props, so that
 * the page can be drawn before the router, the query client and React's own renderer are there.
 */
export function DashboardPage({ user, controls, issues, leave, news }: DashboardPageProps) {
  return (
    <div className="flex min-h-dvh flex-col">
      <Header user={user} leave={leave} />
      <main id="main" tabIndex={-1} className="mx-auto w-full max-w-6xl flex-1 px-4 py-6 sm:px-6 sm:py-8">
        <Summary stats={issues.data?.stats} failed={issues.isError} />
        <ReportDesk user={user} />
        <section aria-labelledby={ENTRIES_ID} className="mt-8">
          <FilterBar {...controls} total={issues.data?.page.total} of={issues.data?.stats.total} />
          {news}
          <IssueList user={user} issues={issues} {...controls} />
        </section>
      </main>
      <Footer />
    </div>
  );
}
