import { ELLIPSIS, type PageInfo, pageWindow } from "@logbook/domain";
import { Button } from "../ui/button.tsx";
import { ChevronLeft, ChevronRight } from "../ui/icons.tsx";

/** The pages of the list (section 9); nothing when there is one. `ask` is told which is likely to be turned to. */
export function Pagination({
  page,
  turn,
  ask,
}: {
  page: PageInfo;
  turn: (page: number) => void;
  ask?: ((page: number) => void) | undefined;
}) {
  const links = pageWindow(page.number, page.pages);
  if (links.length === 0) return null;
  const to = (number: number) => {
    const isThere = number >= 1 && number <= page.pages;
    const near = () => isThere && ask?.(number);
    return { disabled: !isThere, onClick: () => turn(number), onPointerEnter: near, onFocus: near };
  };
  return (
    <nav
      aria-label="Pagination"
      className="mt-6 flex flex-wrap items-center justify-center gap-1 print:hidden sm:gap-1.5"
    >
      <Button className="px-2.5! sm:px-4!" {...to(page.number - 1)}>
        <ChevronLeft aria-hidden="true" className="size-4" />
        <span className="max-sm:sr-only">Previous</span>
      </Button>
      {links.map((link, at) =>
        link === ELLIPSIS ? (
          // The first gap, if any, stands second; the other is the second to last.
          <span key={at === 1 ? "before" : "after"} className="w-4 text-center text-soft">
            {ELLIPSIS}
          </span>
        ) : (
          <Button
            key={link}
            variant={link === page.number ? "primary" : "ghost"}
            className="min-w-9 px-1! tabular-nums sm:min-w-10"
            aria-current={link === page.number ? "page" : undefined}
            onClick={() => turn(link)}
          >
            {link}
          </Button>
        ),
      )}
      <Button className="px-2.5! sm:px-4!" {...to(page.number + 1)}>
        <span className="max-sm:sr-only">Next</span>
        <ChevronRight aria-hidden="true" className="size-4" />
      </Button>
    </nav>
  );
}
