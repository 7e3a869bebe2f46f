import { STATUS_LABELS, type WireNewsItem } from "@logbook/domain";
import { useEffect, useRef } from "react";
import { failureText } from "../../shared/api/result.ts";
import { markNewsSeen } from "../../shared/news/change-news.ts";
import { loadNews, useNews } from "../../shared/news/news.ts";
import { reportReference, timelineAnchor } from "../../shared/screens/report-address.ts";
import { TimeAgo } from "../../shared/time/time-ago.tsx";
import { announce } from "../../shared/ui/announcer.tsx";
import { Button, RetryButton } from "../../shared/ui/button.tsx";
import { ReportLink } from "../../shared/ui/report-link.tsx";
import { type PanelProps, useDismissPanel } from "../../shared/ui/use-dismiss-panel.ts";

/** The panel of the bell: the last changes of the reports that the user follows, newest first. */
export function NewsPanel({ id, open, close, opener }: PanelProps) {
  const panel = useRef<HTMLElement>(null);
  const { news, hasFailed } = useNews();
  useDismissPanel(panel, { open, close, opener });
  useEffect(() => {
    if (!open) return;
    void loadNews();
    // If the panel was not opened by the bell, the focus is elsewhere, and the next Tab would close the panel.
    if (!opener?.contains(document.activeElement)) panel.current?.focus();
  }, [open, opener]);
  const keepFocus = () => panel.current?.focus();
  const retry = () => {
    keepFocus();
    void loadNews();
  };
  if (!open) return null;
  return (
    <section
      ref={panel}
      id={id}
      tabIndex={-1}
      aria-label="News"
      className="arrive absolute top-15 right-4 left-4 z-40 rounded-md border border-rule bg-sheet text-ink shadow-raised sm:right-6 sm:left-auto sm:w-104"
    >
      <div className="flex min-h-13 items-center justify-between gap-2 border-rule border-b px-4 py-2">
        <h2 className="font-semibold font-serif text-lg">News</h2>
        {news !== null && news.unread > 0 && (
          <Button size="sm" variant="ghost" onClick={() => void markSeen(keepFocus)}>
            Mark all read
          </Button>
        )}
      </div>
      {news === null ? (
        <NotLoaded hasFailed={hasFailed} retry={retry} />
      ) : news.items.length === 0 ? (
        <p className="px-4 py-6 text-soft text-sm">
          Nothing new in the last 30 days. Here you learn what others do with the reports that you file, amend, vote for
          or follow.
        </p>
      ) : (
        // Focusable, so that it can be scrolled by keyboard.
        <ol className="max-h-[min(28rem,70dvh)] divide-y divide-rule overflow-y-auto" tabIndex={-1}>
          {news.items.map((item) => (
            <li key={item.id}>
              <NewsItem item={item} close={close} keepFocus={keepFocus} />
            </li>
          ))}
        </ol>
      )}
    </section>
  );
}

/** Marks the news of a report, or all news, as read. Calls `keepFocus` first: the focused button disappears. */
async function markSeen(keepFocus: () => void, issueId?: string): Promise<void> {
  keepFocus();
  try {
    await markNewsSeen(issueId);
    announce(issueId === undefined ? "All news are marked as read." : "Marked as read.");
  } catch (error) {
    announce(`The news could not be marked as read. ${failureText(error)}`);
    void loadNews();
  }
}

function NotLoaded({ hasFailed, retry }: { hasFailed: boolean; retry: () => void }) {
  if (!hasFailed) return <p className="px-4 py-6 text-soft text-sm">Loading…</p>;
  return (
    <div className="flex items-center justify-between gap-3 px-4 py-4 text-sm">
      The news could not be loaded.
      <RetryButton subject="loading the news" onClick={retry} />
    </div>
  );
}

interface ItemProps {
  item: WireNewsItem;
  close: () => void;
  keepFocus: () => void;
}

function NewsItem({ item, close, keepFocus }: ItemProps) {
  const look = "flex gap-3 px-4 py-3 text-sm";
  // Only these news need a button: the others are marked as read when their report is opened.
  if (item.kind === "deleted" && item.isGone)
    return (
      <div className={`${look} items-start`}>
        <ItemText item={item} />
        {item.isUnread && (
          <Button
            size="sm"
            variant="ghost"
            className="ml-auto shrink-0"
            onClick={() => void markSeen(keepFocus, item.issueId)}
          >
            Mark read
          </Button>
        )}
      </div>
    );
  return (
    <ReportLink
      reference={reportReference({ number: item.number, id: item.issueId })}
      hash={timelineAnchor(item.kind === "amended" ? item.amendmentId : item.at)}
      className={`${look} hover:bg-sunken focus-visible:-outline-offset-2`}
      onClick={close}
    >
      <ItemText item={item} />
    </ReportLink>
  );
}

function ItemText({ item }: { item: WireNewsItem }) {
  return (
    <>
      <span aria-hidden="true" className={`mt-1.5 size-2 shrink-0 rounded-full ${item.isUnread ? "bg-accent" : ""}`} />
      <span className="min-w-0">
        {item.isUnread && <span className="sr-only">Unread: </span>}
        <span className={`break-words ${item.isUnread ? "font-semibold" : ""}`}>
          <ChangeText item={item} />
        </span>
        <span className="block text-soft text-xs">
          <TimeAgo at={item.at} />
        </span>
      </span>
    </>
  );
}

function ChangeText({ item }: { item: WireNewsItem }) {
  return (
    <>
      <bdi>{item.by === "" ? "An admin" : item.by}</bdi> {item.kind === "status" ? "moved" : item.kind}{" "}
      {item.kind === "edited" && item.amendmentId !== null && "an amendment to "}
      <bdi>“{item.title}”</bdi>
      {item.kind === "status" && ` to ${STATUS_LABELS[item.to]}`}
      {item.kind === "restored" && " from the trash"}
    </>
  );
}
