import { type News, newsPanel } from "../../shared/news/news.ts";

interface ButtonProps extends Pick<News, "unreadReports"> {
  unreadSince: string;
}

/** Says how many followed reports have changed since `unreadSince`, and opens the news. */
export function NewsLineButton({ unreadReports, unreadSince }: ButtonProps) {
  const count = unreadReports.length;
  return (
    <button
      type="button"
      className="icon-before icon-bell order-last flex w-full sm:order-none sm:w-auto min-h-7 items-center gap-1.5 rounded-md font-semibold text-accent text-sm hover:underline"
      onClick={() => {
        scrollTo(0, 0);
        newsPanel.set(true);
      }}
    >
      {count === 1 ? "1 report" : `${count} reports`} that you follow changed {sinceWhen(unreadSince)}
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
