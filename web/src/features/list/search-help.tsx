import { type Filters, inAmendments } from "@logbook/domain";
import { useQuery } from "@tanstack/react-query";
import { searchHelpQuery } from "../../shared/api/search-help.ts";
import { Button } from "../../shared/ui/button.tsx";

interface SearchHelpProps {
  filters: Filters;
  onSearch: (search: string) => void;
}

/** Buttons with other searches: a corrected one for a search that finds nothing, and the same in amendments. */
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
