import { lazyResource, useLazyResource } from "../../shared/lazy/lazy-resource.ts";
import { useNews } from "../../shared/news/news.ts";

const buttonCode = lazyResource(() => import("./news-line-button.tsx"));

/** A line above the list that says how many followed reports have unread changes. Shows nothing if there are none. */
export function NewsLine() {
  // `unreadSince` is `null` if nothing is unread.
  const { unreadReports = [], unreadSince = null } = useNews().news ?? {};
  const button = useLazyResource(buttonCode, unreadSince !== null);
  // A failure to load the line shows no error, because the bell counts the news too.
  if (unreadSince === null || button.kind !== "loaded") return null;
  return <button.code.NewsLineButton unreadReports={unreadReports} unreadSince={unreadSince} />;
}
