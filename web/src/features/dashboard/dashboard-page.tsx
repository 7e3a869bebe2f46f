import type { User } from "@logbook/domain";
import { memo, type ReactNode } from "react";
import { LIST_HEADING_ID } from "../../shared/paged-list/list-focus.ts";
import { Footer, Header } from "../layout/index.ts";
import type { ListViewControls, ReportsQuery } from "../list/index.ts";
import { FilterBar, ReportList } from "../list/index.ts";
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
  list: ReportsQuery;
  signOut: () => void;
  navigate?: (href: string) => void;
  /** Shown between the filters and the list. */
  updates: ReactNode;
}

/** The dashboard's layout (section 2): the summary, the two forms, and the filtered list. */
export function DashboardPage({ user, controls, list, signOut, navigate, updates }: DashboardPageProps) {
  return (
    <div className="flex min-h-dvh flex-col">
      <MemoHeader user={user} signOut={signOut} navigate={navigate} />
      <main id="main" tabIndex={-1} className="mx-auto w-full max-w-6xl flex-1 px-4 py-6 sm:px-6 sm:py-8">
        <MemoSummary stats={list.data?.stats} hasFailed={list.isError} />
        <MemoReportForms user={user} />
        <section aria-labelledby={LIST_HEADING_ID} className="mt-8">
          <FilterBar
            {...controls}
            matching={list.data?.page.total}
            total={list.data?.stats.total}
            isWaiting={list.isPlaceholderData && list.error === null}
            isEmpty={list.data?.issues.length === 0}
          />
          {updates}
          <ReportList user={user} list={list} {...controls} />
        </section>
      </main>
      <MemoFooter />
    </div>
  );
}
