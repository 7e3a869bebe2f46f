import { useEffect } from "react";
import { markNewsSeen } from "../../shared/news/change-news.ts";
import { useIsUnread } from "../../shared/news/news.ts";

/** Marks a report's news as seen while its page is shown. If the request fails, the next visit shows them as unread. */
export function useMarkNewsSeen(id: string): void {
  const isUnread = useIsUnread(id);
  useEffect(() => {
    if (isUnread) markNewsSeen(id).catch(() => undefined);
  }, [id, isUnread]);
}
