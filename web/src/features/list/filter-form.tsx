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
  const activeFilterCount = FILTER_NAMES.filter((name) => filters[name] !== ALL).length;
  return (
    <search className="block sm:mt-1.5 sm:pb-1 sticking:contents print:hidden">
      <form
        aria-label="Filter the entries"
        className="grid sm:relative gap-x-2 sm:grid-cols-4 sm:gap-y-1.5 sm:low:grid-cols-6 lg:flex sticking:contents"
        onFocus={({ target }) => setIsInSelects(target.matches("select"))}
        onBlur={({ currentTarget, relatedTarget }) => {
          if (!currentTarget.contains(relatedTarget)) setIsInSelects(false);
        }}
        onSubmit={(event) => {
          event.preventDefault();
          void searchField.flush();
        }}
      >
        <div className="flex gap-2 pb-1.5 sm:contents sticking:sticky sticking:top-11 sticking:z-20 sticking:-mx-3 sticking:bg-paper sticking:px-3">
          <div className="relative min-w-0 flex-1 sm:col-span-full max-sm:[&>.icon]:bottom-2 max-sm:[&>input]:min-h-9 sm:[&>.icon]:bottom-3 sm:[&>input]:min-h-11 lg:flex-[4_1_16rem] [&>input]:placeholder:text-sm [&>label]:sr-only">
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
            className="max-sm:min-h-9 sm:hidden"
            aria-expanded={!isFolded}
            aria-controls={selectsId}
            onClick={() => setIsFolded(!isFolded)}
          >
            {activeFilterCount > 0 ? `Filter (${activeFilterCount})` : "Filter"}
          </Button>
        </div>
        <a
          href={`#${selectsId}`}
          className="sr-only z-30 rounded-md bg-cover font-semibold text-on-cover text-sm focus:not-sr-only focus:absolute focus:px-3 focus:py-1 sm:focus:right-0 sm:focus:-translate-y-1/2 max-sm:filters-folded:hidden"
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
          className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,5rem),1fr))] gap-1 sm:contents max-sm:filters-folded:hidden"
        >
          {SELECT_NAMES.map((name) => (
            <FilterSelect
              key={name}
              className={name === "sort" ? "max-sm:col-span-2 lg:min-w-46" : ""}
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
  className: string;
  value: string;
  tabIndex: number | undefined;
  onChoose: (option: string) => void;
}

function FilterSelect({
  label,
  options,
  hiddenOptions = [],
  pattern,
  className,
  value,
  tabIndex,
  onChoose,
}: FilterSelectProps) {
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
    // The label is inside the frame, above the value.
    <div className={`relative lg:flex-[1_1_6.5rem] ${className}`}>
      <label
        htmlFor={id}
        className="pointer-events-none absolute inset-x-2 top-0.5 z-1 truncate font-semibold text-soft text-xs"
      >
        {label}
      </label>
      <NativeSelect
        ref={select}
        id={id}
        tabIndex={tabIndex}
        className="pt-4.5 pr-5.5! pb-0.5 pl-2 leading-5 sm:min-h-11 [&+.icon]:right-1.5"
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
