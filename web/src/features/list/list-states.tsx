import { ALL, isFiltered, type Show } from "@logbook/domain";
import { lazyResource, useLazyResource } from "../../shared/lazy/lazy-resource.ts";
import { Button } from "../../shared/ui/button.tsx";
import { Card } from "../../shared/ui/card.tsx";
import { Icon } from "../../shared/ui/icon.tsx";
import type { SearchHelpProps } from "./search-help.tsx";

/** Shown in place of the list until a list is loaded. */
export function ListSkeleton({ isRetrying }: { isRetrying: boolean }) {
  return (
    <div className="mt-4">
      <p role="status" className={isRetrying ? "mb-3 text-soft text-sm" : "sr-only"}>
        {isRetrying ? "The logbook does not answer yet. Trying again…" : "Loading the entries…"}
      </p>
      <Card aria-hidden="true" className="divide-y divide-rule overflow-hidden">
        {["w-2/5", "w-3/5", "w-1/2"].map((width) => (
          <div key={width} className="report-card">
            <div className="grid gap-3">
              <span className={`skeleton h-6 ${width}`} />
              <span className="skeleton h-4 w-3/4" />
              <span className="skeleton h-4 w-2/3" />
              <span className="skeleton h-8 w-40" />
            </div>
          </div>
        ))}
      </Card>
    </div>
  );
}

/** Tells the user which operators a search may contain besides words. */
export const SEARCH_OPERATORS_HINT = "A search may also have by:name, is:open, is:bug, #142 or in:amendments.";

const searchHelpCode = lazyResource(() => import("./search-help.tsx"));

/** Help after a search with or without results. The page works without it, so a failure to load shows no error. */
export function LazySearchHelp({ findsReports, ...props }: SearchHelpProps & { findsReports: boolean }) {
  const { search, show } = props.filters;
  // The API's search help ignores the tab (`show`), so only the tab 'All' shows it.
  const isNeeded = search.trim() !== "" && show === ALL;
  const help = useLazyResource(searchHelpCode, isNeeded);
  if (!isNeeded || help.kind !== "loaded") return null;
  return findsReports ? <help.code.SearchAmendments {...props} /> : <help.code.SearchHelp {...props} />;
}

/** The texts of an empty list in these tabs (`show`), if no other filter is set. */
const EMPTY_TAB_TEXTS: Partial<Record<Show, { title: string; text: string }>> = {
  mine: { title: "Nothing of yours yet", text: "Reports that you file appear here." },
  following: {
    title: "You follow no report",
    text: "Reports that you file, amend or vote for appear here, and those that you follow on their page.",
  },
  unanswered: { title: "Everything is answered", text: "Every report has moved on or has an answer by an admin." },
  "mine-unanswered": {
    title: "Everything of yours is answered",
    text: "Every report of yours has moved on or has an answer by an admin.",
  },
};

interface EmptyListProps extends SearchHelpProps {
  /** Whether the log has reports, but the filters or the search hide them all. */
  hidesAll: boolean;
  onReset: () => void;
}

/** Shown in place of a list without reports. */
export function EmptyList({ hidesAll, filters, onSearch, onReset }: EmptyListProps) {
  const searchFindsNothing = hidesAll && filters.search.trim() !== "";
  const isFilteredInTab = isFiltered({ ...filters, show: ALL });
  const tabTexts = isFilteredInTab ? undefined : EMPTY_TAB_TEXTS[filters.show];
  return (
    <Card className="ruled-paper mt-4 grid justify-items-center px-6 py-16 text-center leading-8 max-sm:pt-2 max-sm:pb-24">
      <Icon name={hidesAll ? "search-x" : "book-open"} className="mb-3 size-13 text-accent max-sm:hidden" />
      <h3 className="font-semibold font-serif text-xl leading-8">
        {hidesAll ? (tabTexts?.title ?? "No entries match") : "A fresh page"}
      </h3>
      <p className="max-w-sm text-soft">
        {hidesAll
          ? (tabTexts?.text ?? "Nothing in the log fits this search and these filters.")
          : "Nothing has been reported yet. Report a bug or request a feature to make the first entry."}
      </p>
      {hidesAll && <LazySearchHelp findsReports={false} filters={filters} onSearch={onSearch} />}
      {hidesAll && (
        <Button className="mt-6" onClick={onReset}>
          Reset filters
        </Button>
      )}
      {searchFindsNothing && (
        <p className="mt-8 max-w-md text-balance text-soft text-sm leading-8">{SEARCH_OPERATORS_HINT}</p>
      )}
    </Card>
  );
}
