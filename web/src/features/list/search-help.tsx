import { type Filters, parseSearch, toAmendmentSearch } from "@logbook/domain";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { Button } from "../../shared/ui/button.tsx";
import { showBelowField } from "../../shared/ui/show-below-field.ts";
import { ReportLine } from "./report-line.tsx";
import { searchHelpQuery } from "./search-help-query.ts";

const CLOSEST_ID = "closest-reports";

export interface SearchHelpProps {
  filters: Filters;
  onSearch: (search: string) => void;
}

/**
 * Help for a search that finds nothing: a button that searches for a corrected text, one that searches in amendments, and
 * links to the reports with the most similar titles.
 */
export function SearchHelp({ filters, onSearch }: SearchHelpProps) {
  const help = useQuery(searchHelpQuery(filters)).data;
  const correctedSearch = help?.didYouMean ?? null;
  const amendmentMatchCount = help?.inAmendments ?? 0;
  const closest = help?.closest ?? [];
  const part = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (help !== undefined && part.current) showBelowField(part.current, 0.5);
  }, [help]);
  return (
    // On a phone it is the first part, because a keyboard leaves little room.
    <>
      <div ref={part} role="status" className="max-w-full max-sm:order-first">
        {correctedSearch !== null && (
          <p>
            <span>Did you mean </span>
            <Button
              variant="ghost"
              size="sm"
              className="wrap-anywhere -mx-2.5"
              onClick={() => onSearch(correctedSearch)}
            >
              <bdi>{correctedSearch}</bdi>
            </Button>
            <span>?</span>
          </p>
        )}
        {amendmentMatchCount > 0 && (
          <p>
            <Button variant="ghost" size="sm" onClick={() => onSearch(toAmendmentSearch(filters.search))}>
              {`Also in amendments of ${amendmentMatchCount === 1 ? "1 report" : `${amendmentMatchCount} reports`}`}
            </Button>
          </p>
        )}
        {closest.length > 0 && (
          <p id={CLOSEST_ID}>{closest.length === 1 ? "This title is close:" : "These titles are close:"}</p>
        )}
      </div>
      {closest.length > 0 && (
        <ul aria-labelledby={CLOSEST_ID} className="max-w-full text-left text-sm leading-6 *:py-1 max-sm:order-first">
          {closest.map((report) => (
            <ReportLine key={report.id} report={report} />
          ))}
        </ul>
      )}
    </>
  );
}

/** A button below the found reports that searches for the same text in amendments. */
export function SearchAmendments({ filters: { search }, onSearch }: SearchHelpProps) {
  const isAmendmentSearch = parseSearch(search).operators?.inAmendments;
  if (isAmendmentSearch) return null;
  return (
    <div className="mt-2 print:hidden">
      <Button variant="ghost" size="sm" onClick={() => onSearch(toAmendmentSearch(search))}>
        Search the amendments
      </Button>
    </div>
  );
}
