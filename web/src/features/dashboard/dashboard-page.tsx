import type { User } from "@logbook/domain";
import { memo, type ReactNode } from "react";
import { LIST_HEADING_ID } from "../../shared/paged-list/list-focus.ts";
import { Footer, Header } from "../layout/index.ts";
import type { IssuesQuery, ListViewControls } from "../list/index.ts";
import { FilterBar, IssueList } from "../list/index.ts";
import { ReportForms } from "./report-forms.tsx";
import { Summary } from "./summary.tsx";

// A search re-renders the filters and the list only.
const MemoHeader = memo(Header);
const MemoSummary = memo(Summary);
const MemoReportForms = memo(ReportForms);
const MemoFooter = memo(Footer);

interface DashboardPageProps {
  user: User;
  controls: ListViewControls;
  issues: IssuesQuery;
  signOut: () => void;
  navigate?: (href: string) => void;
  /** Shown between the filters and the list. */
  updates: ReactNode;
}

/** The dashboard's layout (section 2): the summary, the two forms, and the filtered list. */
export function DashboardPage({ user, controls, issues, signOut, navigate, updates }: DashboardPageProps) {
  return (
    <div className="flex min-h-dvh flex-col">
      <MemoHeader user={user} signOut={signOut} navigate={navigate} />
      <main id="main" tabIndex={-1} className="mx-auto w-full max-w-6xl flex-1 px-4 py-6 sm:px-6 sm:py-8">
        <MemoSummary stats={issues.data?.stats} hasFailed={issues.isError} />
        <MemoReportForms user={user} />
        <section aria-labelledby={LIST_HEADING_ID} className="mt-8">
          <FilterBar
            {...controls}
            total={issues.data?.page.total}
            of={issues.data?.stats.total}
            isWaiting={issues.isPlaceholderData && issues.error === null}
            isEmpty={issues.data?.issues.length === 0}
          />
          {updates}
          <IssueList user={user} issues={issues} {...controls} />
        </section>
      </main>
      <MemoFooter />
    </div>
  );
}
