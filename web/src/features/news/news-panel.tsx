import type { WireNewsItem } from "@logbook/domain";
import { type MouseEvent, useEffect, useRef } from "react";
import { failureText } from "../../shared/api/result.ts";
import { reportReference, timelineAnchor } from "../../shared/screens/report-address.ts";
import { TimeAgo } from "../../shared/time/time-ago.tsx";
import { announce } from "../../shared/ui/announcer.tsx";
import { Button, RetryButton } from "../../shared/ui/button.tsx";
import { ReportLink } from "../../shared/ui/links.tsx";
import { NewsLink } from "../../shared/ui/news-link.tsx";
import { type PanelProps, useDismissPanel } from "../../shared/ui/use-dismiss-panel.ts";
import { markNewsSeen } from "./change-news.ts";
import { loadNews, type News, useNews } from "./news.ts";
import { authorsOf, changesText, groupNews, type NewsGroup, reportsText, unreadEntryCount } from "./news-texts.ts";

/** The panel of the bell: the reports that the user follows with their last changes, newest first. */
export function NewsPanel({ id, open, close, opener }: PanelProps) {
  const panel = useRef<HTMLElement>(null);
  const { news, hasFailed } = useNews();
  // `opener` is the bell's button.
  useDismissPanel(panel, { open, close, opener });
  useEffect(() => {
    if (!open) return;
    void loadNews();
    // If the panel was not opened by the bell, the focus is elsewhere, and the next Tab would close the panel.
    if (!opener?.contains(document.activeElement)) panel.current?.focus();
  }, [open, opener]);
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
        <div>
          <h2 className="font-semibold font-serif text-lg">News</h2>
          {news !== null && news.unread > 0 && <p className="text-soft text-sm">{unreadText(news)}</p>}
        </div>
        {news !== null && news.unread > 0 && (
          <Button size="sm" variant="ghost" className="shrink-0" onClick={(event) => void markSeen(event)}>
            Mark all read
          </Button>
        )}
      </div>
      {news === null && !hasFailed && <p className="px-4 py-6 text-soft text-sm">Loading…</p>}
      {news === null && hasFailed && (
        <div className="flex items-center justify-between gap-3 px-4 py-4 text-sm">
          <span>The news could not be loaded.</span>
          <RetryButton
            subject="loading the news"
            onClick={(event) => {
              focusPanel(event);
              void loadNews();
            }}
          />
        </div>
      )}
      {news !== null && <NewsList items={news.items} close={close} />}
      <p className="border-rule border-t px-4 py-2 text-sm">
        <NewsLink
          className="inline-flex min-h-7 items-center font-semibold text-accent underline underline-offset-4"
          onClick={close}
        >
          What’s new in the logbook
        </NewsLink>
      </p>
    </section>
  );
}

/** What the bell counts. */
function unreadText(news: News): string {
  const reportCount = news.unreadReports.length;
  const entryCount = unreadEntryCount(news);
  const texts = [reportCount > 0 && reportsText(reportCount), entryCount > 0 && `${entryCount} in What’s new`];
  return `Unread: ${texts.filter(Boolean).join(" and ")}`;
}

/** Focuses the panel, because the pressed button in it is about to disappear. */
const focusPanel = ({ currentTarget }: MouseEvent) => currentTarget.closest("section")?.focus();

function NewsList({ items, close }: { items: WireNewsItem[]; close: () => void }) {
  if (items.length === 0)
    return (
      <p className="px-4 py-6 text-soft text-sm">
        Nothing new in the last 30 days. Here you learn what others do with the reports that you file, amend, vote for
        or follow.
      </p>
    );
  return (
    // The list is focusable, so that the arrow keys can scroll it.
    <ol className="max-h-[min(28rem,70dvh)] divide-y divide-rule overflow-y-auto" tabIndex={-1}>
      {groupNews(items).map((group) => (
        <li key={group[0].id}>
          <NewsEntry group={group} close={close} />
        </li>
      ))}
    </ol>
  );
}

/** Marks the news of a report, or all news, as read. */
async function markSeen(event: MouseEvent, issueId?: string): Promise<void> {
  focusPanel(event);
  try {
    await markNewsSeen(issueId);
    announce(issueId === undefined ? "All news are marked as read." : "Marked as read.");
  } catch (error) {
    announce(`The news could not be marked as read. ${failureText(error)}`);
    void loadNews();
  }
}

function NewsEntry({ group, close }: { group: NewsGroup; close: () => void }) {
  const look = "flex gap-3 px-4 py-3 text-sm";
  const [newest] = group;
  // Opening a report marks its news as read. A deleted report cannot be opened, so its news have a button.
  if (newest.kind === "deleted" && newest.isGone)
    return (
      <div className={`${look} items-start`}>
        <EntryText group={group} />
        {newest.isUnread && (
          <Button
            size="sm"
            variant="ghost"
            className="ml-auto shrink-0"
            onClick={(event) => void markSeen(event, newest.issueId)}
          >
            Mark read
          </Button>
        )}
      </div>
    );
  if (newest.kind === "published")
    return (
      <NewsLink
        entryId={newest.entryId}
        className={`${look} hover:bg-sunken focus-visible:-outline-offset-2`}
        onClick={close}
      >
        <EntryText group={group} />
      </NewsLink>
    );
  // The link leads to what the excerpt says or, without one, to the newest change.
  const target = said(group) ?? newest;
  // The key of the change's entry in the report's timeline.
  const entryKey = target.kind === "amended" ? target.amendmentId : target.at;
  return (
    <ReportLink
      reference={reportReference({ number: newest.number, id: newest.issueId })}
      hash={timelineAnchor(entryKey)}
      className={`${look} hover:bg-sunken focus-visible:-outline-offset-2`}
      onClick={close}
    >
      <EntryText group={group} />
    </ReportLink>
  );
}

/** The newest change in which something was said. */
const said = (group: NewsGroup) => group.find(({ excerpt }) => excerpt !== undefined);

function EntryText({ group }: { group: NewsGroup }) {
  const [{ number, title, at, isUnread }] = group;
  const excerpt = said(group)?.excerpt;
  const authors = authorsOf(group);
  return (
    <>
      <span aria-hidden="true" className={`mt-1.5 size-2 shrink-0 rounded-full ${isUnread ? "bg-accent" : ""}`} />
      <span className="min-w-0">
        {isUnread && <span className="sr-only">Unread: </span>}
        <span className={`break-words ${isUnread ? "font-semibold" : ""}`}>
          {number !== null && <span className="text-soft tabular-nums">{`#${number} `}</span>}
          <bdi>{title}</bdi>
        </span>
        <span className="block">{changesText(group)}</span>
        {excerpt !== undefined && (
          <span dir="auto" className="wrap-anywhere line-clamp-2 text-soft">
            {`“${excerpt}”`}
          </span>
        )}
        {group.some((item) => item.kind === "status" && item.asks) && (
          <span className="block font-semibold text-accent">Fixed for you? Please answer on its page.</span>
        )}
        <span className="block text-soft text-xs">
          {authors.map((author, index) => (
            <span key={author}>
              {index > 0 && <span>{index === authors.length - 1 ? " and " : ", "}</span>}
              <bdi>{author}</bdi>
            </span>
          ))}
          <span>, </span>
          <TimeAgo at={at} />
        </span>
      </span>
    </>
  );
}
