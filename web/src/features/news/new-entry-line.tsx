import { focusListHeading } from "../../shared/paged-list/list-focus.ts";
import { Icon } from "../../shared/ui/icon.tsx";
import { IconButton } from "../../shared/ui/icon-button.tsx";
import { NewsLink } from "../../shared/ui/news-link.tsx";
import { markEntriesSeen } from "./change-news.ts";
import { useNews } from "./news.ts";

/** A line that names the newest entry of What's new, until the user has opened What's new or closed the line. */
export function NewEntryLine() {
  const { news } = useNews();
  if (!news?.newEntry || news.asOf === null) return null;
  const { asOf } = news;
  const { title, others } = news.newEntry;
  return (
    <p className="order-last flex w-full min-w-0 items-center text-sm sm:order-none sm:w-auto sm:max-w-96 sm:flex-[1_1_8rem] print:hidden">
      <NewsLink tabIndex={-1} className="flex min-h-7 min-w-0 items-center text-accent hover:underline">
        <span className="shrink-0 whitespace-pre font-semibold">{"New: "}</span>
        <bdi className="truncate">{title}</bdi>
        {others > 0 && <span className="shrink-0 whitespace-pre">{` and ${others} more`}</span>}
      </NewsLink>
      <IconButton
        label="Close this line"
        tabIndex={-1}
        className="-my-2"
        onClick={() => {
          // The pressed button disappears, so move the focus.
          focusListHeading();
          // If the request fails, the next visit shows the line again.
          markEntriesSeen(asOf).catch(() => undefined);
        }}
      >
        <Icon name="x" className="size-4" />
      </IconButton>
    </p>
  );
}
