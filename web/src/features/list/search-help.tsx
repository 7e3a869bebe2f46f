import { type Filters, parseSearch, toAmendmentSearch } from "@logbook/domain";
import { useQuery } from "@tanstack/react-query";
import { searchHelpQuery } from "../../shared/api/report-queries.ts";
import { Button } from "../../shared/ui/button.tsx";

export interface SearchHelpProps {
  filters: Filters;
  onSearch: (search: string) => void;
}

/** Two buttons for a search that finds nothing: the first searches for a corrected text, the second in amendments. */
export function SearchHelp({ filters, onSearch }: SearchHelpProps) {
  const { didYouMean = null, inAmendments: countInAmendments = 0 } = useQuery(searchHelpQuery(filters)).data ?? {};
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
      {countInAmendments > 0 && (
        <p>
          <Button variant="ghost" size="sm" onClick={() => onSearch(toAmendmentSearch(filters.search))}>
            {countInAmendments === 1
              ? "Also in amendments of 1 report"
              : `Also in amendments of ${countInAmendments} reports`}
          </Button>
        </p>
      )}
    </div>
  );
}

/** A button below the reports that a search has found. It searches for the same text in amendments. */
export function SearchAmendments({ filters: { search }, onSearch }: SearchHelpProps) {
  const isInAmendments = parseSearch(search).operators?.inAmendments;
  return (
    <div className="mt-2 print:hidden">
      {!isInAmendments && (
        <Button variant="ghost" size="sm" onClick={() => onSearch(toAmendmentSearch(search))}>
          Search the amendments
        </Button>
      )}
    </div>
  );
}
