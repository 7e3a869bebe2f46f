import { newsPanel, useNews } from "../../shared/news/news.ts";

/** A line above the list for members who return after reports that they follow have changed. It opens the news. */
export function NewsLine() {
  const { news } = useNews();
  if (news === null || news.unreadSince === null) return null;
  const count = news.unreadReports.length;
  return (
    <button
      type="button"
      className="icon-before icon-bell order-last flex w-full sm:order-none sm:w-auto min-h-7 items-center gap-1.5 rounded-md font-semibold text-accent text-sm hover:underline"
      onClick={() => {
        scrollTo(0, 0);
        newsPanel.set(true);
      }}
    >
      {count === 1 ? "1 report" : `${count} reports`} that you follow changed {sinceWhen(news.unreadSince)}
    </button>
  );
}

const DAY_MS = 86_400_000;

/** 'today', 'since Monday' if it was less than six days ago, otherwise 'since March 5'. */
function sinceWhen(at: string): string {
  if (new Date(at).toDateString() === new Date().toDateString()) return "today";
  const isRecent = Date.now() - Date.parse(at) < 6 * DAY_MS;
  const format: Intl.DateTimeFormatOptions = isRecent ? { weekday: "long" } : { month: "long", day: "numeric" };
  return `since ${new Intl.DateTimeFormat("en", format).format(new Date(at))}`;
}
