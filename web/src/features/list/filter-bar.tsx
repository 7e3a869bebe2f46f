import {
  ALL,
  formatCount,
  isFiltered,
  PAGE_SIZES,
  type PageSize,
  PRIORITY_LABELS,
  PRIORITY_OPTIONS,
  STATUS_LABELS,
  STATUS_OPTIONS,
  TYPE_LABELS,
  TYPE_OPTIONS,
} from "@logbook/domain";
import { useId, useRef, useState } from "react";
import { clearJustCreated } from "../../shared/api/just-created.ts";
import { focusListHeading, LIST_HEADING_ID } from "../../shared/paged-list/list-focus.ts";
import { SearchBox } from "../../shared/paged-list/search-box.tsx";
import { useDebouncedSearch } from "../../shared/paged-list/use-debounced-search.ts";
import { Button } from "../../shared/ui/button.tsx";
import { X } from "../../shared/ui/icons.tsx";
import { NativeSelect } from "../../shared/ui/inputs.tsx";
import { usePreHydrationValue } from "../../shared/ui/use-pre-hydration-value.ts";
import type { ListViewControls } from "./use-list-view.ts";

const LABELS: Record<string, string> = { [ALL]: "All", ...TYPE_LABELS, ...STATUS_LABELS, ...PRIORITY_LABELS };

/** The list's heading with its count, and what narrows it (sections 2 and 9). While `waiting` the list is not the wanted one yet; an `empty` one has its own way back to all. */
export function FilterBar({
  view,
  setSearch,
  prefetchSearch,
  setFilters,
  setPageSize,
  resetFilters,
  total,
  of,
  waiting,
  empty,
}: ListViewControls & { total: number | undefined; of: number | undefined; waiting: boolean; empty: boolean }) {
  const { draft, setDraft, flush } = useDebouncedSearch(view.filters.search, setSearch, prefetchSearch);
  const filtered = isFiltered(view.filters);
  const count = total === undefined ? null : countText(total, of ?? total, filtered);
  // The last list's count and the next one's filters together would say what is true of neither.
  const [settled, setSettled] = useState(count);
  if (!waiting && settled !== count) setSettled(count);
  const reset = () => {
    resetFilters();
    // What was typed last may not have been asked for yet.
    setDraft("");
    // The button goes away, and the focus would go with it.
    focusListHeading();
  };
  return (
    <>
      <div className="flex flex-wrap items-baseline gap-x-4">
        <h2 id={LIST_HEADING_ID} tabIndex={-1} className="font-semibold font-serif text-2xl">
          Entries
        </h2>
        {count !== null && (
          <p role="status" className="text-soft text-sm tabular-nums">
            {waiting ? settled : count}
          </p>
        )}
        {filtered && !empty && (
          <Button variant="ghost" size="sm" className="ml-auto print:hidden" onClick={reset}>
            <X aria-hidden="true" className="size-4" />
            Clear filters
          </Button>
        )}
      </div>
      <search className="mt-3 block pb-2 print:hidden">
        <form
          aria-label="Filter the entries"
          className="grid grid-cols-2 gap-3 sm:grid-cols-4 lg:grid-cols-[minmax(0,1fr)_8rem_9rem_8rem_6rem]"
          onSubmit={(event) => {
            event.preventDefault();
            void flush();
          }}
        >
          <div className="relative col-span-2 sm:col-span-4 lg:col-span-1">
            <SearchBox
              label="Search"
              placeholder="Search title, description or reporter"
              value={draft}
              setText={(text) => {
                // What stands above the list would go with it a moment later, under the hand.
                clearJustCreated();
                setDraft(text);
              }}
            />
          </div>
          <Choice
            label="Type"
            options={TYPE_OPTIONS}
            value={view.filters.type}
            choose={(type) => setFilters({ type })}
          />
          <Choice
            label="Status"
            options={STATUS_OPTIONS}
            value={view.filters.status}
            choose={(status) => setFilters({ status })}
          />
          <Choice
            label="Priority"
            options={PRIORITY_OPTIONS}
            value={view.filters.priority}
            choose={(priority) => setFilters({ priority })}
          />
          <Choice
            label="Page size"
            options={PAGE_SIZES}
            value={view.pageSize}
            choose={(size: PageSize) => setPageSize(size)}
          />
        </form>
      </search>
    </>
  );
}

function countText(total: number, of: number, filtered: boolean): string {
  return filtered || total !== of
    ? `${formatCount(total)} of ${formatCount(of)} match`
    : `${formatCount(total)} in the log`;
}

interface ChoiceProps<T> {
  label: string;
  options: readonly T[];
  value: T;
  choose: (value: T) => void;
}

function Choice<T extends string | number>({ label, options, value, choose }: ChoiceProps<T>) {
  const id = useId();
  const select = useRef<HTMLSelectElement>(null);
  const change = (value: string) => {
    const chosen = options.find((option) => String(option) === value);
    if (chosen !== undefined) choose(chosen);
  };
  usePreHydrationValue(select, String(value), change);
  return (
    <div>
      <label htmlFor={id} className="mb-1 block font-semibold text-sm">
        {label}
      </label>
      <NativeSelect ref={select} id={id} value={value} onChange={(event) => change(event.target.value)}>
        {options.map((option) => (
          <option key={option} value={option}>
            {LABELS[String(option)] ?? option}
          </option>
        ))}
      </NativeSelect>
    </div>
  );
}
