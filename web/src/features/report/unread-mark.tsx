import { useIsUnread } from "../../shared/news/news.ts";

/** A dot on the card of a followed report that others have changed since the user saw the report. */
export function UnreadMark({ id }: { id: string }) {
  if (!useIsUnread(id)) return null;
  return (
    <span className="card-unread">
      <span aria-hidden="true" className="inline-block size-2 rounded-full bg-accent" />
      <span className="sr-only">Unread</span>
    </span>
  );
}
