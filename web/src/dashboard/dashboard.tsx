import type { User } from "@logbook/domain";
import { FilterBar } from "../list/filter-bar.tsx";
import { ENTRIES_ID } from "../list/focus-entries.ts";
import { IssueList } from "../list/issue-list.tsx";
import { useIssues } from "../list/use-issues.ts";
import { useListView } from "../list/use-list-view.ts";
import { TooltipProvider } from "../ui/tooltip.tsx";
import { Footer } from "./footer.tsx";
import { Header } from "./header.tsx";
import { ReportDesk } from "./report-desk.tsx";
import { Summary } from "./summary.tsx";

/** What a member sees (section 2): the summary, the two forms, and the filtered list. */
export function Dashboard({ user }: { user: User }) {
  const view = useListView();
  const issues = useIssues(view.view);
  return (
    <TooltipProvider>
      <div className="flex min-h-dvh flex-col">
        <Header user={user} />
        <main id="main" tabIndex={-1} className="mx-auto w-full max-w-6xl flex-1 px-4 py-6 sm:px-6 sm:py-8">
          <Summary stats={issues.data?.stats} failed={issues.isError} />
          <ReportDesk user={user} />
          <section aria-labelledby={ENTRIES_ID} className="mt-8">
            <FilterBar {...view} total={issues.data?.page.total} of={issues.data?.stats.total} />
            <IssueList user={user} issues={issues} {...view} />
          </section>
        </main>
        <Footer />
      </div>
    </TooltipProvider>
  );
}
