import { formatCount, isFiltered } from "@logbook/domain";
import { type ReactNode, useState } from "react";
import { LIST_HEADING_ID } from "../../shared/paged-list/list-focus.ts";
import { Button } from "../../shared/ui/button.tsx";
import { cx } from "../../shared/ui/cx.ts";
import { Icon } from "../../shared/ui/icon.tsx";
import { ownElement } from "../../shared/ui/own-element.tsx";
import { FilterForm } from "./filter-form.tsx";
import { useLayoutChoice } from "./layout-choices.ts";
import type { ListViewControls } from "./use-list-view.ts";
import type { ReportsQuery } from "./use-reports.ts";

type FilterBarProps = ListViewControls & { list: ReportsQuery; children: ReactNode };

/** The list's heading with its count and the `children`, the search and the filters (sections 2 and 9). */
export function FilterBar({ list, children, ...controls }: FilterBarProps) {
  const hasFilters = isFiltered(controls.view.filters);
  const { data } = list;
  const countText = data && listCountText(data.page.total, data.stats.total, hasFilters);
  // After an error, no other list is on its way.
  const isWaiting = list.isPlaceholderData && list.error === null;
  // While another list loads, keep the text of the old list: its count with the new filters would be wrong.
  const [lastCountText, setLastCountText] = useState(countText);
  if (!isWaiting && lastCountText !== countText) setLastCountText(countText);
  return (
    <>
      {/* The children shrink, so that the switch stays in its line. On a phone the count takes the place of the news. */}
      <div
        data-arrows
        data-filtered={hasFilters || undefined}
        className="flex flex-wrap items-baseline gap-x-4 gap-y-1 max-sm:pb-0.5"
      >
        <h2 id={LIST_HEADING_ID} tabIndex={-1} className="font-semibold font-serif text-xl sm:text-2xl">
          Entries
        </h2>
        {countText !== undefined && (
          // On a phone the tab 'All' says how many there are.
          <p role="status" className={cx("text-soft text-sm tabular-nums", !hasFilters && "max-sm:sr-only")}>
            {isWaiting ? lastCountText : countText}
          </p>
        )}
        {/* An empty list has a reset button of its own. Before `LayoutSwitch`, which must not move as this appears. */}
        {hasFilters && data?.issues.length !== 0 && (
          <Button
            variant="ghost"
            size="sm"
            className="-mx-3 -my-1 max-sm:min-h-8 print:hidden"
            onClick={controls.resetFilters}
          >
            <Icon name="x" className="size-4" />
            <span className="max-sm:sr-only">Clear filters</span>
          </Button>
        )}
        {ownElement(children)}
        <LayoutSwitch />
      </div>
      <FilterForm {...controls} />
    </>
  );
}

// If loading an unfiltered list has failed, the page may still show an earlier, filtered list: then the counts differ.
function listCountText(matchCount: number, totalCount: number, hasFilters: boolean): string {
  return hasFilters || matchCount !== totalCount
    ? `${formatCount(matchCount)} of ${formatCount(totalCount)} match`
    : `${formatCount(matchCount)} in the log`;
}

/** Switches between cards and rows. The stylesheet marks the choice, which the server does not know when it renders. */
function LayoutSwitch() {
  const [isRows, setIsRows] = useLayoutChoice("rows");
  const look = "min-h-6.5 px-2.5 font-semibold text-accent text-sm aria-pressed:underline underline-offset-4";
  return (
    <fieldset aria-label="Layout" className="ml-auto flex rounded-md border border-line print:hidden">
      <button
        type="button"
        tabIndex={isRows ? -1 : 0}
        aria-pressed={!isRows}
        className={`${look} rounded-l-md bg-accent-soft rows:bg-transparent`}
        onClick={() => setIsRows(false)}
      >
        Cards
      </button>
      <button
        type="button"
        tabIndex={isRows ? 0 : -1}
        aria-pressed={isRows}
        className={`${look} rounded-r-md rows:bg-accent-soft`}
        onClick={() => setIsRows(true)}
      >
        Rows
      </button>
    </fieldset>
  );
}
