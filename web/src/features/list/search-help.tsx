import { type Filters, inAmendments, parseSearch } from "@logbook/domain";
import { useQuery } from "@tanstack/react-query";
import { searchHelpQuery } from "../../shared/api/search-help.ts";
import { Button } from "../../shared/ui/button.tsx";

interface SearchHelpProps {
  filters: Filters;
  onSearch: (search: string) => void;
}

/** Buttons with other searches for a search that finds nothing: a corrected one, and the same in amendments. */
export function SearchHelp({ filters, onSearch }: SearchHelpProps) {
  const { didYouMean = null, inAmendments: count = 0 } = useQuery(searchHelpQuery(filters)).data ?? {};
  return (
    <div role="status" className="max-w-full">
      {didYouMean !== null && (
        <p>
          Did you mean{" "}
          <Button variant="ghost" size="sm" className="wrap-anywhere -mx-2.5" onClick={() => onSearch(didYouMean)}>
            <bdi>{didYouMean}</bdi>
          </Button>
          ?
        </p>
      )}
      {count > 0 && (
        <p>
          <Button variant="ghost" size="sm" onClick={() => onSearch(inAmendments(filters.search))}>
            {count === 1 ? "Also in amendments of 1 report" : `Also in amendments of ${count} reports`}
          </Button>
        </p>
      )}
    </div>
  );
}

/** A button with the same search in amendments, below the reports that a search has found. Nothing is counted for it. */
export function SearchAmendments({ filters: { search }, onSearch }: SearchHelpProps) {
  if (parseSearch(search).operators?.inAmendments) return null;
  return (
    <Button variant="ghost" size="sm" onClick={() => onSearch(inAmendments(search))}>
      Search the amendments
    </Button>
  );
}
