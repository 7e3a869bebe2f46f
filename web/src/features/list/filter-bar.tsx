import {
  ALL,
  formatCount,
  isFiltered,
  PAGE_SIZES,
  PRIORITY_LABELS,
  PRIORITY_OPTIONS,
  SORT_LABELS,
  SORTS,
  STATUS_GROUP_NAMES,
  STATUS_LABELS,
  STATUS_OPTIONS,
  statusGroupLabel,
  TYPE_LABELS,
  TYPE_OPTIONS,
} from "@logbook/domain";
import { type ReactNode, useId, useRef, useState } from "react";
import { clearJustCreated } from "../../shared/api/just-created.ts";
import { useLayoutChoice } from "../../shared/layout/layout-choices.ts";
import { LIST_HEADING_ID } from "../../shared/paged-list/list-focus.ts";
import { SearchBox } from "../../shared/paged-list/search-box.tsx";
import { Button } from "../../shared/ui/button.tsx";
import { usePreHydrationValue } from "../../shared/ui/forms.ts";
import { Icon } from "../../shared/ui/icon.tsx";
import { NativeSelect } from "../../shared/ui/inputs.tsx";
import { SEARCH_OPERATORS_HINT } from "./list-states.tsx";
import type { ListViewControls } from "./use-list-view.ts";
import type { ReportsQuery } from "./use-reports.ts";

const OPTION_LABELS: Record<string, string> = {
  [ALL]: "All",
  ...TYPE_LABELS,
  ...STATUS_LABELS,
  ...PRIORITY_LABELS,
  ...SORT_LABELS,
  ...Object.fromEntries(STATUS_GROUP_NAMES.map((group) => [group, statusGroupLabel(group)])),
};

type FilterBarProps = ListViewControls & { list: ReportsQuery; children: ReactNode };

/** The list's heading with its count and the `children`, the search and the filters (sections 2 and 9). */
export function FilterBar({ list, children, ...controls }: FilterBarProps) {
  const hasFilters = isFiltered(controls.view.filters);
  const { data } = list;
  const countText = data && listCountText(data.page.total, data.stats.total, hasFilters);
  const isWaiting = list.isPlaceholderData && list.error === null;
  // While another list loads, keep the text of the old list: its count with the new filters would be wrong.
  const [lastCountText, setLastCountText] = useState(countText);
  if (!isWaiting && lastCountText !== countText) setLastCountText(countText);
  return (
    <>
      <div className="flex flex-wrap items-baseline gap-x-4 gap-y-1 max-sm:pb-0.5">
        <h2 id={LIST_HEADING_ID} tabIndex={-1} className="font-semibold font-serif text-xl sm:text-2xl">
          Entries
        </h2>
        {countText !== undefined && (
          <p role="status" className="text-soft text-sm tabular-nums">
            {isWaiting ? lastCountText : countText}
          </p>
        )}
        {children}
        <LayoutSwitch />
        {/* An empty list has a reset button of its own. */}
        {hasFilters && data?.issues.length !== 0 && (
          <Button variant="ghost" size="sm" className="print:hidden" onClick={controls.resetFilters}>
            <Icon name="x" className="size-4" />
            Clear filters
          </Button>
        )}
      </div>
      <FilterForm {...controls} />
    </>
  );
}

/** Switches between cards and rows. The stylesheet marks the choice, which the server does not know when it renders. */
function LayoutSwitch() {
  const [isRows, chooseRows] = useLayoutChoice("rows");
  const look = "min-h-6.5 px-2.5 font-semibold text-accent text-sm aria-pressed:underline underline-offset-4";
  return (
    <fieldset aria-label="Layout" className="ml-auto flex rounded-md border border-line print:hidden">
      <button
        type="button"
        aria-pressed={!isRows}
        className={`${look} rounded-l-md bg-accent-soft rows:bg-transparent`}
        onClick={() => chooseRows(false)}
      >
        Cards
      </button>
      <button
        type="button"
        aria-pressed={isRows}
        className={`${look} rounded-r-md rows:bg-accent-soft`}
        onClick={() => chooseRows(true)}
      >
        Rows
      </button>
    </fieldset>
  );
}

function FilterForm({ view, searchField, changeView }: ListViewControls) {
  const { type, status, priority, show } = view.filters;
  const [isFolded, setIsFolded] = useLayoutChoice("filters-folded");
  const selectsId = useId();
  // The tab (`show`) counts too, because on a phone the tabs are folded with the filters.
  const chosenCount = [type, status, priority, show].filter((choice) => choice !== ALL).length;
  // A group of statuses is chosen by a link of the summary. The select offers the group only while it is chosen.
  const isStatusGroup = !(STATUS_OPTIONS as readonly string[]).includes(status);
  const statusOptions = isStatusGroup ? [...STATUS_OPTIONS, status] : STATUS_OPTIONS;
  const selects = [
    { name: "type", label: "Type", options: TYPE_OPTIONS, value: type },
    { name: "status", label: "Status", options: statusOptions, value: status },
    { name: "priority", label: "Priority", options: PRIORITY_OPTIONS, value: priority },
    { name: "sort", label: "Sort by", options: SORTS, value: view.sort },
    { name: "pageSize", label: "Page size", options: PAGE_SIZES, value: view.pageSize },
  ];
  return (
    <search className="block sm:mt-2 sm:pb-2 sticking:contents print:hidden">
      <form
        aria-label="Filter the entries"
        className="grid gap-x-3 sm:grid-cols-5 sm:gap-y-3 sticking:contents lg:grid-cols-[minmax(0,1fr)_7rem_9rem_7rem_11rem_6rem]"
        onSubmit={(event) => {
          event.preventDefault();
          void searchField.flush();
        }}
      >
        <div className="flex gap-2 pb-2 sm:contents sticking:sticky sticking:top-13 sticking:z-20 sticking:-mx-3 sticking:bg-paper sticking:px-3">
          <div className="relative min-w-0 flex-1 sm:col-span-5 lg:col-span-1 max-sm:[&>.icon]:bottom-2.5 max-sm:[&>input]:min-h-10 max-sm:[&>label]:sr-only">
            <SearchBox
              label="Search"
              placeholder="Search title, description or reporter"
              aria-description={SEARCH_OPERATORS_HINT}
              value={searchField.draft}
              setText={(text) => {
                // The search will hide the new reports above the list. Hide them at once: later the list would jump.
                clearJustCreated();
                searchField.setDraft(text);
              }}
            />
          </div>
          <Button
            size="sm"
            className="sm:hidden"
            aria-expanded={!isFolded}
            aria-controls={selectsId}
            onClick={() => setIsFolded(!isFolded)}
          >
            Filter{chosenCount > 0 && ` (${chosenCount})`}
          </Button>
        </div>
        <div
          id={selectsId}
          className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,6.5rem),1fr))] gap-x-2 gap-y-1 sm:contents max-sm:filters-folded:hidden"
        >
          {selects.map(({ name, ...props }) => (
            <FilterSelect key={name} {...props} onChoose={(option) => changeView({ [name]: option })} />
          ))}
        </div>
      </form>
    </search>
  );
}

// Without filters the counts differ if loading failed, and the list is still that of an earlier view with filters.
function listCountText(matchCount: number, totalCount: number, hasFilters: boolean): string {
  return hasFilters || matchCount !== totalCount
    ? `${formatCount(matchCount)} of ${formatCount(totalCount)} match`
    : `${formatCount(matchCount)} in the log`;
}

interface FilterSelectProps {
  label: string;
  options: readonly (string | number)[];
  value: string | number;
  onChoose: (option: string) => void;
}

function FilterSelect({ label, options, value, onChoose }: FilterSelectProps) {
  const id = useId();
  const select = useRef<HTMLSelectElement>(null);
  usePreHydrationValue(select, String(value), onChoose);
  return (
    <div>
      <label htmlFor={id} className="block font-semibold max-sm:text-xs sm:mb-1 sm:text-sm">
        {label}
      </label>
      <NativeSelect
        ref={select}
        id={id}
        className="max-sm:min-h-9"
        value={value}
        onChange={(event) => onChoose(event.target.value)}
      >
        {options.map((option) => (
          <option key={option} value={option}>
            {OPTION_LABELS[String(option)] ?? option}
          </option>
        ))}
      </NativeSelect>
    </div>
  );
}
