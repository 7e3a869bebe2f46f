import { serverNow } from "../../shared/time/server-time.ts";
import { isNewsPanelOpen, type News, useNews } from "./news.ts";
import { reportsText, unreadEntryCount } from "./news-texts.ts";

/** A button that says which reports have unread changes, as many as the bell counts, and opens the news. */
export function NewsLine() {
  const { news } = useNews();
  // `unreadSince` is `null` if no report has unread changes. An entry of What's new alone has a line of its own.
  if (news === null || news.unreadSince === null) return null;
  return (
    <button
      type="button"
      tabIndex={-1}
      className="icon-before icon-bell flex min-h-7 min-w-0 items-center gap-1.5 max-sm:in-data-filtered:hidden sm:max-w-max sm:flex-[1_1_8rem] rounded-md font-semibold text-accent text-left text-sm hover:underline"
      onClick={() => {
        // The panel is at the top of the page.
        scrollTo(0, 0);
        isNewsPanelOpen.set(true);
      }}
    >
      <span className="truncate max-sm:sr-only">{lineText(news, news.unreadSince)}</span>
      {/* On a phone it is in the line of the heading. */}
      <span aria-hidden="true" className="sm:hidden">{`${news.unreadReports.length} changed`}</span>
    </button>
  );
}

function lineText(news: News, unreadSince: string): string {
  const count = news.unreadReports.length;
  const ownCount = news.unreadOwn.length;
  const subject = ownCount === count ? `${count} of your reports` : `${reportsText(count)} that you follow`;
  const ownText = ownCount === 0 || ownCount === count ? "" : `, ${ownCount} yours`;
  const entryCount = unreadEntryCount(news);
  const entryText = entryCount === 0 ? "" : `, and ${entryCount} in What’s new`;
  return `${subject} changed ${sinceText(unreadSince)}${ownText}${entryText}`;
}

const DAY_MS = 86_400_000;
// A week ago the weekday was the same as today.
const WEEKDAY_TEXT_LIMIT_MS = 6 * DAY_MS;

/** A time as 'today', as 'since Monday' if that weekday cannot be misread, otherwise as 'since March 5'. */
function sinceText(time: string): string {
  const date = new Date(time);
  if (date.toDateString() === new Date(serverNow()).toDateString()) return "today";
  const isRecent = serverNow() - date.getTime() < WEEKDAY_TEXT_LIMIT_MS;
  const format: Intl.DateTimeFormatOptions = isRecent ? { weekday: "long" } : { month: "long", day: "numeric" };
  return `since ${new Intl.DateTimeFormat("en", format).format(date)}`;
}
