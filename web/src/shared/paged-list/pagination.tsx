import { ELLIPSIS, type PageInfo, pageWindow } from "@logbook/domain";
import { Button } from "../ui/button.tsx";
import { Icon } from "../ui/icon.tsx";

interface PaginationProps {
  page: PageInfo;
  goToPage: (page: number) => void;
  /** Called when the user points at or focuses Previous or Next. */
  prefetchPage?: ((page: number) => void) | undefined;
}

/** Buttons for the pages of a list (section 9); shows nothing if there is only one page. */
export function Pagination({ page, goToPage, prefetchPage }: PaginationProps) {
  const links = pageWindow(page.number, page.pages);
  if (links.length === 0) return null;
  const buttonPropsFor = (number: number) => {
    const exists = number >= 1 && number <= page.pages;
    const prefetch = () => exists && prefetchPage?.(number);
    return { disabled: !exists, onClick: () => goToPage(number), onPointerEnter: prefetch, onFocus: prefetch };
  };
  return (
    <nav
      aria-label="Pagination"
      className="mt-6 flex flex-wrap items-center justify-center gap-1 print:hidden sm:gap-1.5"
    >
      <Button className="px-2.5! sm:px-4!" {...buttonPropsFor(page.number - 1)}>
        <Icon name="chevron-left" className="size-4" />
        <span className="max-sm:sr-only">Previous</span>
      </Button>
      {links.map((link, index) =>
        link === ELLIPSIS ? (
          <span key={index === 1 ? "before" : "after"} className="w-4 text-center text-soft">
            {ELLIPSIS}
          </span>
        ) : (
          <Button
            key={link}
            variant={link === page.number ? "primary" : "ghost"}
            className="min-w-9 px-1! tabular-nums sm:min-w-10"
            aria-current={link === page.number ? "page" : undefined}
            onClick={() => goToPage(link)}
          >
            {link}
          </Button>
        ),
      )}
      <Button className="px-2.5! sm:px-4!" {...buttonPropsFor(page.number + 1)}>
        <span className="max-sm:sr-only">Next</span>
        <Icon name="chevron-right" className="size-4" />
      </Button>
    </nav>
  );
}
