import type { User } from "@logbook/domain";
import { memo, type ReactNode } from "react";
import { LIST_HEADING_ID } from "../../shared/paged-list/list-focus.ts";
import { Footer, Header } from "../layout/index.ts";
import type { IssuesQuery, ListViewControls } from "../list/index.ts";
import { FilterBar, IssueList } from "../list/index.ts";
import { ReportForms } from "./report-forms.tsx";
import { Summary } from "./summary.tsx";

// While one types a search, all but the filters and the list stays as it is.
const StillHeader = memo(Header);
const StillSummary = memo(Summary);
const StillDesk = memo(ReportForms);
const StillFooter = memo(Footer);

/** Props of `DashboardPage`: who is signed in, the wanted part of the list and what is known of it, and the ways out. */
export interface DashboardPageProps {
  user: User;
  controls: ListViewControls;
  issues: IssuesQuery;
  signOut: () => void;
  navigate?: (href: string) => void;
  /** Stands between the filters and the list. */
  news?: ReactNode;
}

/**
 * What a member sees (section 2): the summary, the two forms, and the filtered list. Everything comes by props, so that
 * the page can be drawn before the router, the query client and React's own renderer are there.
 */
export function DashboardPage({ user, controls, issues, signOut, navigate, news }: DashboardPageProps) {
  return (
    <div className="flex min-h-dvh flex-col">
      <StillHeader user={user} signOut={signOut} navigate={navigate} />
      <main id="main" tabIndex={-1} className="mx-auto w-full max-w-6xl flex-1 px-4 py-6 sm:px-6 sm:py-8">
        <StillSummary stats={issues.data?.stats} failed={issues.isError} />
        <StillDesk user={user} />
        <section aria-labelledby={LIST_HEADING_ID} className="mt-8">
          <FilterBar
            {...controls}
            total={issues.data?.page.total}
            of={issues.data?.stats.total}
            waiting={issues.isPlaceholderData && issues.error === null}
            empty={issues.data?.issues.length === 0}
          />
          {news}
          <IssueList user={user} issues={issues} {...controls} />
        </section>
      </main>
      <StillFooter />
    </div>
  );
}
