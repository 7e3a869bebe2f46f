import { ELLIPSIS, type PageInfo, paginationEntries } from "@logbook/domain";
import { Button } from "../ui/button.tsx";
import { Icon } from "../ui/icon.tsx";

interface PaginationProps {
  page: PageInfo;
  goToPage: (page: number) => void;
  /** Called with the number of the page when the user points at or focuses Previous or Next. */
  prefetchPage?: ((page: number) => void) | undefined;
}

/** Buttons for the pages of a list (section 9); shows nothing if there is only one page. */
export function Pagination({ page, goToPage, prefetchPage }: PaginationProps) {
  const entries = paginationEntries(page.number, page.pages);
  if (entries.length === 0) return null;
  const propsOfButtonTo = (number: number) => {
    const exists = number >= 1 && number <= page.pages;
    const prefetch = () => exists && prefetchPage?.(number);
    return { disabled: !exists, onClick: () => goToPage(number), onPointerEnter: prefetch, onFocus: prefetch };
  };
  return (
    <nav
      aria-label="Pagination"
      className="mt-6 flex flex-wrap items-center justify-center gap-1 print:hidden sm:gap-1.5"
    >
      <Button className="px-2.5! sm:px-4!" {...propsOfButtonTo(page.number - 1)}>
        <Icon name="chevron-left" className="size-4" />
        <span className="max-sm:sr-only">Previous</span>
      </Button>
      {entries.map((entry, index) =>
        entry === ELLIPSIS ? (
          // There are at most two ellipses: after the first page, and before the last one.
          <span key={index === 1 ? "first" : "last"} className="w-4 text-center text-soft">
            {ELLIPSIS}
          </span>
        ) : (
          <Button
            key={entry}
            variant={entry === page.number ? "primary" : "ghost"}
            className="min-w-9 px-1! tabular-nums sm:min-w-10"
            aria-current={entry === page.number ? "page" : undefined}
            onClick={() => goToPage(entry)}
          >
            {entry}
          </Button>
        ),
      )}
      <Button className="px-2.5! sm:px-4!" {...propsOfButtonTo(page.number + 1)}>
        <span className="max-sm:sr-only">Next</span>
        <Icon name="chevron-right" className="size-4" />
      </Button>
    </nav>
  );
}
