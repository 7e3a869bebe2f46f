import {
  ALL,
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
import { useId, useRef } from "react";
import { SearchBox } from "../../shared/paged-list/search-box.tsx";
import { Button } from "../../shared/ui/button.tsx";
import { usePreHydrationValue } from "../../shared/ui/forms.ts";
import { NativeSelect } from "../../shared/ui/inputs.tsx";
import { clearJustCreated } from "../after-write/index.ts";
import { useLayoutChoice } from "./layout-choices.ts";
import type { ListView } from "./list-issues.ts";
import { SEARCH_OPERATORS_HINT } from "./list-states.tsx";
import type { ListViewControls } from "./use-list-view.ts";

/** The search and the selects. On a phone a button shows and hides the selects. */
export function FilterForm({ view, searchField, changeView }: ListViewControls) {
  const [isFolded, setIsFolded] = useLayoutChoice("filters-folded");
  const selectsId = useId();
  // The tab (`show`) counts too, because on a phone the tabs are folded with the filters.
  const { type, status, priority, show } = view.filters;
  const activeFilterCount = [type, status, priority, show].filter((option) => option !== ALL).length;
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
            Filter{activeFilterCount > 0 && ` (${activeFilterCount})`}
          </Button>
        </div>
        <div
          id={selectsId}
          className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,6.5rem),1fr))] gap-x-2 gap-y-1 sm:contents max-sm:filters-folded:hidden"
        >
          {selectsOf(view).map(({ name, ...props }) => (
            <FilterSelect key={name} {...props} onChoose={(option) => changeView({ [name]: option })} />
          ))}
        </div>
      </form>
    </search>
  );
}

/** The selects with their options. Each `name` is the name of a parameter in the address. */
function selectsOf({ filters: { type, status, priority }, sort, pageSize }: ListView) {
  // A group of statuses is chosen by a link of the summary. The select offers the group only while it is chosen.
  const isStatusGroup = !(STATUS_OPTIONS as readonly string[]).includes(status);
  const statusOptions = isStatusGroup ? [...STATUS_OPTIONS, status] : STATUS_OPTIONS;
  return [
    { name: "type", label: "Type", options: TYPE_OPTIONS, value: type },
    { name: "status", label: "Status", options: statusOptions, value: status },
    { name: "priority", label: "Priority", options: PRIORITY_OPTIONS, value: priority },
    { name: "sort", label: "Sort by", options: SORTS, value: sort },
    { name: "pageSize", label: "Page size", options: PAGE_SIZES, value: pageSize },
  ];
}

/** The labels of options. A page size has no label: its option shows the number. */
const OPTION_LABELS: Record<string, string> = {
  [ALL]: "All",
  ...TYPE_LABELS,
  ...STATUS_LABELS,
  ...PRIORITY_LABELS,
  ...SORT_LABELS,
  ...Object.fromEntries(STATUS_GROUP_NAMES.map((group) => [group, statusGroupLabel(group)])),
};

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
