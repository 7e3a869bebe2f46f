import { CLOSE_REASON_LABELS, duplicateText, STATUS_LABELS, type WireNewsItem } from "@logbook/domain";
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
import { loadNews, useNews } from "./news.ts";

/** The panel of the bell: the last changes of the reports that the user follows, newest first. */
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
        <h2 className="font-semibold font-serif text-lg">News</h2>
        {news !== null && news.unread > 0 && (
          <Button size="sm" variant="ghost" onClick={(event) => void markSeen(event)}>
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
      {items.map((item) => (
        <li key={item.id}>
          <NewsItem item={item} close={close} />
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

function NewsItem({ item, close }: { item: WireNewsItem; close: () => void }) {
  const look = "flex gap-3 px-4 py-3 text-sm";
  // Opening a report marks its news as read. A deleted report cannot be opened, so its news have a button.
  if (item.kind === "deleted" && item.isGone)
    return (
      <div className={`${look} items-start`}>
        <ItemText item={item} />
        {item.isUnread && (
          <Button
            size="sm"
            variant="ghost"
            className="ml-auto shrink-0"
            onClick={(event) => void markSeen(event, item.issueId)}
          >
            Mark read
          </Button>
        )}
      </div>
    );
  if (item.kind === "published")
    return (
      <NewsLink
        entryId={item.entryId}
        className={`${look} hover:bg-sunken focus-visible:-outline-offset-2`}
        onClick={close}
      >
        <ItemText item={item} />
      </NewsLink>
    );
  // The key of the change's entry in the report's timeline.
  const entryKey = item.kind === "amended" ? item.amendmentId : item.at;
  return (
    <ReportLink
      reference={reportReference({ number: item.number, id: item.issueId })}
      hash={timelineAnchor(entryKey)}
      className={`${look} hover:bg-sunken focus-visible:-outline-offset-2`}
      onClick={close}
    >
      <ItemText item={item} />
    </ReportLink>
  );
}

const VERBS: Partial<Record<WireNewsItem["kind"], string>> = {
  status: "moved",
  hidden: "hid your amendment to",
  unhidden: "showed your hidden amendment again, of",
};

/** The words after the author's name; the report's title follows them. */
function verbOf(item: WireNewsItem): string {
  return item.kind === "reopened" && item.reason === "duplicate" ? "marked" : (VERBS[item.kind] ?? item.kind);
}

/** The words after the title of a report that an admin has closed or reopened. */
function closingWords(item: WireNewsItem & { kind: "closed" | "reopened" }): string {
  if (item.kind === "reopened") return item.reason === "duplicate" ? " as no duplicate" : "";
  if (item.reason !== "duplicate") return `: ${CLOSE_REASON_LABELS[item.reason]}`;
  return item.of === undefined ? " as a duplicate" : ` as a ${duplicateText(item.of).toLowerCase()}`;
}

function ItemText({ item }: { item: WireNewsItem }) {
  // A change without a name was made in Firebase's console, not by a member.
  const author = item.by === "" ? "An admin" : item.by;
  return (
    <>
      <span aria-hidden="true" className={`mt-1.5 size-2 shrink-0 rounded-full ${item.isUnread ? "bg-accent" : ""}`} />
      <span className="min-w-0">
        {item.isUnread && <span className="sr-only">Unread: </span>}
        <span className={`break-words ${item.isUnread ? "font-semibold" : ""}`}>
          <bdi>{author}</bdi>
          <span>{` ${verbOf(item)} `}</span>
          {item.kind === "edited" && item.amendmentId !== null && <span>an amendment to </span>}
          <bdi>{`“${item.title}”`}</bdi>
          {item.kind === "published" && <span>, about a report that you follow</span>}
          {item.kind === "status" && <span>{` to ${STATUS_LABELS[item.to]}`}</span>}
          {item.kind === "restored" && <span> from the trash</span>}
          {(item.kind === "closed" || item.kind === "reopened") && <span>{closingWords(item)}</span>}
        </span>
        {item.kind === "status" && item.asks && (
          <span className="block font-semibold text-accent">Fixed for you? Please answer on its page.</span>
        )}
        <span className="block text-soft text-xs">
          <TimeAgo at={item.at} />
        </span>
      </span>
    </>
  );
}
