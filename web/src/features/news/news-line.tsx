import { serverNow } from "../../shared/time/server-time.ts";
import { isNewsPanelOpen, useNews } from "./news.ts";

/** A button that says how many followed reports have unread changes, and opens the news. */
export function NewsLine() {
  const { news } = useNews();
  // `unreadSince` is `null` if nothing is unread.
  if (news === null || news.unreadSince === null) return null;
  const count = news.unreadReports.length;
  return (
    <button
      type="button"
      tabIndex={-1}
      className="icon-before icon-bell order-last flex w-full sm:order-none sm:w-auto min-h-7 items-center gap-1.5 rounded-md font-semibold text-accent text-sm hover:underline"
      onClick={() => {
        // The panel is at the top of the page.
        scrollTo(0, 0);
        isNewsPanelOpen.set(true);
      }}
    >
      <span>{`${count === 1 ? "1 report" : `${count} reports`} that you follow changed ${sinceText(news.unreadSince)}`}</span>
    </button>
  );
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
