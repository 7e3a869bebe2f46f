import { ALL, FILTER_NAMES, LIST_PARAMETERS, type SelectParameter } from "@logbook/domain";
import { useId, useRef, useState } from "react";
import { useAreas } from "../../shared/areas/areas-context.ts";
import { SearchBox } from "../../shared/paged-list/search-box.tsx";
import { Button } from "../../shared/ui/button.tsx";
import { usePreHydrationValue } from "../../shared/ui/forms.ts";
import { NativeSelect } from "../../shared/ui/inputs.tsx";
import { clearJustCreated } from "../after-write/index.ts";
import { useLayoutChoice } from "./layout-choices.ts";
import { SEARCH_OPERATORS_HINT } from "./list-states.tsx";
import type { ListViewControls } from "./use-list-view.ts";

const SELECT_NAMES = [...FILTER_NAMES, "sort", "pageSize"] as const;

/** The search and the selects. On a phone a button shows and hides the selects. */
export function FilterForm({ view, searchField, changeView }: ListViewControls) {
  const [isFolded, setIsFolded] = useLayoutChoice("filters-folded");
  const selectsId = useId();
  const { filters, sort, pageSize } = view;
  const selected = { ...filters, sort, pageSize };
  // Tab passes the selects unless one of them has the focus; a link leads to them.
  const [isInSelects, setIsInSelects] = useState(false);
  const selects = useRef<HTMLDivElement>(null);
  const hasAreas = useAreas().length > 0;
  // The tab (`show`) counts too, because on a phone the tabs are folded with the filters.
  const activeFilterCount = [...FILTER_NAMES, "show" as const].filter((name) => filters[name] !== ALL).length;
  return (
    <search className="block sm:mt-2 sm:pb-2 sticking:contents print:hidden">
      <form
        aria-label="Filter the entries"
        // With one select more, the search has a line of its own.
        className={`grid gap-x-3 sm:gap-y-3 sticking:contents lg:gap-x-2 ${hasAreas ? "sm:grid-cols-4 lg:grid-cols-[repeat(7,auto)]" : "sm:grid-cols-6 lg:grid-cols-[minmax(0,1fr)_6.5rem_8.5rem_6.5rem_8rem_10.5rem_5rem]"}`}
        onFocus={({ target }) => setIsInSelects(target.matches("select"))}
        onBlur={({ currentTarget, relatedTarget }) => {
          if (!currentTarget.contains(relatedTarget)) setIsInSelects(false);
        }}
        onSubmit={(event) => {
          event.preventDefault();
          void searchField.flush();
        }}
      >
        <div className="flex gap-2 pb-2 sm:contents sticking:sticky sticking:top-13 sticking:z-20 sticking:-mx-3 sticking:bg-paper sticking:px-3">
          <div
            className={`relative min-w-0 flex-1 sm:col-span-full max-sm:[&>.icon]:bottom-2.5 max-sm:[&>input]:min-h-10 max-sm:[&>label]:sr-only ${hasAreas ? "" : "lg:col-span-1"}`}
          >
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
            {activeFilterCount > 0 ? `Filter (${activeFilterCount})` : "Filter"}
          </Button>
        </div>
        <a
          href={`#${selectsId}`}
          className="sr-only z-30 justify-self-end rounded-md bg-cover px-3 py-1 font-semibold text-on-cover text-sm focus:not-sr-only focus:absolute max-sm:filters-folded:hidden"
          onClick={(event) => {
            event.preventDefault();
            selects.current?.querySelector("select")?.focus();
          }}
        >
          Go to the filters
        </a>
        <div
          id={selectsId}
          ref={selects}
          className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,6.5rem),1fr))] gap-x-2 gap-y-1 sm:contents max-sm:filters-folded:hidden"
        >
          {SELECT_NAMES.map((name) => (
            <FilterSelect
              key={name}
              {...LIST_PARAMETERS[name]}
              value={String(selected[name])}
              tabIndex={isInSelects ? undefined : -1}
              onChoose={(option) => changeView({ [name]: option })}
            />
          ))}
        </div>
      </form>
    </search>
  );
}

interface FilterSelectProps extends SelectParameter {
  value: string;
  tabIndex: number | undefined;
  onChoose: (option: string) => void;
}

function FilterSelect({ label, options, hiddenOptions = [], pattern, value, tabIndex, onChoose }: FilterSelectProps) {
  const id = useId();
  const areas = useAreas();
  const select = useRef<HTMLSelectElement>(null);
  usePreHydrationValue(select, value, onChoose);
  // Only the filter of areas has a pattern: its other values are the areas' ids.
  if (pattern && !areas.length) return null;
  const offeredOptions = Object.entries(options).filter(
    ([option]) => option === value || !hiddenOptions.includes(option),
  );
  return (
    <div>
      <label htmlFor={id} className="block font-semibold max-sm:text-xs sm:mb-1 sm:text-sm">
        {label}
      </label>
      <NativeSelect
        ref={select}
        id={id}
        tabIndex={tabIndex}
        className="max-sm:min-h-9"
        value={value}
        onChange={(event) => onChoose(event.target.value)}
      >
        {offeredOptions.map(([option, name]) => (
          <option key={option} value={option}>
            {name}
          </option>
        ))}
        {pattern &&
          areas.map((area) => (
            <option key={area.id} value={area.id}>
              {area.name}
            </option>
          ))}
      </NativeSelect>
    </div>
  );
}
