import { useEffect } from "react";
import { useLocation } from "react-router-dom";
import { markNewsSeen } from "../../shared/news/change-news.ts";
import { useIsUnread } from "../../shared/news/news.ts";

/** Marks the news of a report as seen while its page is shown. If that fails, they stay unread for the next visit. */
export function useSeen(id: string): void {
  const isUnread = useIsUnread(id);
  useEffect(() => {
    if (isUnread) markNewsSeen(id).catch(() => undefined);
  }, [id, isUnread]);
}

/** Scrolls to the entry of the timeline that the address names, and gives it the focus. */
export function useTimelineTarget(): void {
  const location = useLocation();
  // For each navigation, because the same link may be followed twice.
  useEffect(() => {
    const target = document.getElementById(decodeHash(location.hash));
    if (!target) return;
    target.scrollIntoView({ block: "center" });
    target.focus({ preventScroll: true });
  }, [location]);
}

/** The id in a hash; `""` if it is malformed, as in an address typed by hand. */
function decodeHash(hash: string): string {
  try {
    return decodeURIComponent(hash.slice(1));
  } catch {
    return "";
  }
}
