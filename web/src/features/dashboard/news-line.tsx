import { lazyResource, useLazyResource } from "../../shared/lazy/lazy-resource.ts";
import { useNews } from "../../shared/news/news.ts";

const buttonCode = lazyResource(() => import("./news-line-button.tsx"));

/** A line above the list for members who return after reports that they follow have changed. */
export function NewsLine() {
  const { unreadReports = [], unreadSince = null } = useNews().news ?? {};
  const button = useLazyResource(buttonCode, unreadSince !== null);
  // Without the line the bell still counts the news, so a failure shows no error.
  if (unreadSince === null || button.kind !== "loaded") return null;
  return <button.code.NewsLineButton unreadReports={unreadReports} unreadSince={unreadSince} />;
}
