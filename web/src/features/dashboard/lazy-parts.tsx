import { isNewsPanelOpen, useNews } from "../../shared/news/news.ts";

export { SavedViews } from "../saved-views/index.ts";

/** A button that says how many followed reports have unread changes, and opens the news. */
export function NewsLine() {
  // `unreadSince` is `null` if nothing is unread.
  const { unreadReports = [], unreadSince = null } = useNews().news ?? {};
  if (unreadSince === null) return null;
  const count = unreadReports.length;
  return (
    <button
      type="button"
      className="icon-before icon-bell order-last flex w-full sm:order-none sm:w-auto min-h-7 items-center gap-1.5 rounded-md font-semibold text-accent text-sm hover:underline"
      onClick={() => {
        // The panel is at the top of the page.
        scrollTo(0, 0);
        isNewsPanelOpen.set(true);
      }}
    >
      {count === 1 ? "1 report" : `${count} reports`} that you follow changed {sinceText(unreadSince)}
    </button>
  );
}

const DAY_MS = 86_400_000;

/** A time as 'today', as 'since Monday' if it was less than six days ago, otherwise as 'since March 5'. */
function sinceText(time: string): string {
  const date = new Date(time);
  if (date.toDateString() === new Date().toDateString()) return "today";
  const isRecent = Date.now() - date.getTime() < 6 * DAY_MS;
  const format: Intl.DateTimeFormatOptions = isRecent ? { weekday: "long" } : { month: "long", day: "numeric" };
  return `since ${new Intl.DateTimeFormat("en", format).format(date)}`;
}
