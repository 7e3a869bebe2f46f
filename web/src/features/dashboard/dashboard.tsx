import type { User } from "@logbook/domain";
import { memo, useDeferredValue, useEffect, useLayoutEffect, useRef } from "react";
import { Areas } from "../../shared/areas/areas-context.ts";
import { whenIdle } from "../../shared/browser/when-idle.ts";
import { lazyResource } from "../../shared/lazy/lazy-resource.ts";
import { LIST_HEADING_ID, LIST_ID } from "../../shared/paged-list/list-focus.ts";
import { useStore } from "../../shared/store/store.ts";
import { useRelativeTimeUpdates } from "../../shared/time/time-ago.tsx";
import { LazyBulkBar } from "../bulk-actions/index.ts";
import { ExportButton } from "../export/index.ts";
import { Footer, Header } from "../layout/index.ts";
import type { ListView } from "../list/index.ts";
import {
  ConnectionMessage,
  FilterBar,
  ListUpdates,
  ReportList,
  type ReportsQuery,
  restoreScrollAnchor,
  useListCache,
  useListView,
  useLiveList,
  useReports,
  ViewTabs,
  writeView,
} from "../list/index.ts";
import { detailsCode } from "../report/index.ts";
import { loadVotes } from "../votes/index.ts";
import { ReportForms } from "./report-forms.tsx";
import { Summary } from "./summary.tsx";

// Memoized, so that a new search re-renders only the filters and the list.
const MemoHeader = memo(Header);
const MemoSummary = memo(Summary);
const MemoReportForms = memo(ReportForms);
const MemoFooter = memo(Footer);

// Parts that load once the page is idle. The list works without them, so a failure to load them shows no error.
const lazyPartsCode = lazyResource(() => import("./lazy-parts.tsx"));

/** The dashboard (section 2): the summary, the two forms, and the list that the address describes. */
export function Dashboard({ user }: { user: User }) {
  const controls = useListView();
  const liveList = useLiveList(controls.view, useReports(controls.view));
  const list = useDeferredList(liveList.list);
  const { data, isPlaceholderData } = list;
  useDeferBelowFold(controls.view, isPlaceholderData);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a change of the list may have moved the anchor
  useLayoutEffect(restoreScrollAnchor, [data]);
  useRelativeTimeUpdates();
  useListCache(user, controls.view, liveList.pageToCache);
  const lazyParts = useStore(lazyPartsCode);
  const queryWithoutPage = writeView({ ...controls.view, page: 1 }).toString();
  useEffect(() => whenIdle(lazyPartsCode.load), []);
  useEffect(() => whenIdle(detailsCode.load), []);
  useEffect(() => whenIdle(loadVotes), []);
  const screen = (
    <div className="flex min-h-dvh flex-col">
      <MemoHeader user={user} />
      <main id="main" tabIndex={-1} className="mx-auto w-full max-w-6xl flex-1 px-3 py-1 sm:px-6 sm:py-2 sm:low:py-1">
        <MemoSummary stats={data?.stats} hasFailed={list.isError} />
        <MemoReportForms user={user} />
        <section aria-labelledby={LIST_HEADING_ID} className="mt-1 sm:mt-2 sm:low:mt-1 sticking:mt-0">
          <FilterBar list={list} {...controls}>
            {lazyParts.kind === "loaded" && <lazyParts.code.NewsLine />}
            <ConnectionMessage isLost={liveList.isConnectionLost} />
          </FilterBar>
          <div data-arrows className="flex items-center gap-x-2 max-sm:flex-wrap print:hidden">
            {/* Tabs and saved views scroll sideways. The padding leaves room for the outline of a focused link. */}
            <div className="flex min-w-0 items-center gap-x-2 overflow-x-auto px-1 py-0.5 whitespace-nowrap [scrollbar-width:thin] -mx-1 max-sm:flex-1">
              <ViewTabs user={user} counts={data?.tabs} {...controls} />
              {lazyParts.kind === "loaded" && (
                <lazyParts.code.SavedViews
                  query={queryWithoutPage}
                  setView={controls.setView}
                  isUseful={controls.view.filters.search === "" || data?.issues.length !== 0}
                />
              )}
            </div>
            {lazyParts.kind === "loaded" && (
              <lazyParts.code.MineHint user={user} view={controls.view} counts={data?.tabs} />
            )}
            {user.isAdmin && <ExportButton view={controls.view} />}
          </div>
          {/* The first link of the page skips to here. */}
          <div id={LIST_ID} tabIndex={-1}>
            <ListUpdates liveList={liveList} user={user} />
            <ReportList user={user} list={list} {...controls} />
          </div>
          {user.isAdmin && data && <LazyBulkBar user={user} view={controls.view} page={data} deleted={list.deleted} />}
        </section>
      </main>
      <MemoFooter />
    </div>
  );
  return <Areas value={data?.areas}>{screen}</Areas>;
}

/** React can render this many cards in one step without a noticeable delay. */
const MAX_CARDS_PER_STEP = 25;

/**
 * Defers a long list: React renders it in several steps, and the page responds between them. Until all steps are done,
 * `data` is the previous list, marked as a placeholder, or `undefined` if there was none.
 */
function useDeferredList(list: ReportsQuery): ReportsQuery {
  const deferredData = useDeferredValue(list.data);
  const isLong = list.data !== undefined && list.data.issues.length > MAX_CARDS_PER_STEP;
  const data = isLong ? deferredData : list.data;
  const isOutdated = list.isPlaceholderData || data !== list.data;
  return { ...list, data, isPlaceholderData: data !== undefined && isOutdated };
}

// If the window ends above this position on the page, at most five cards are visible. styles.css has the same position
// (62.5rem), and hides the sixth card and all later ones.
const FOLD_PX = 1_000;

/**
 * When the list of another view is first rendered, renders the cards below the window's lower edge one frame later, so
 * that the visible cards show sooner. If more than five cards may be visible, all are rendered at once.
 */
function useDeferBelowFold(view: ListView, isPlaceholder: boolean): void {
  const renderedView = useRef(view);
  useLayoutEffect(() => {
    if (isPlaceholder || renderedView.current === view) return;
    renderedView.current = view;
    // A hidden window renders no frames, so there the later cards would stay hidden.
    if (document.hidden || window.scrollY + window.innerHeight > FOLD_PX) return;
    const { dataset } = document.documentElement;
    dataset.deferBelowFold = "";
    // The callback runs before the browser paints the frame; the timer set in the callback runs after the paint.
    requestAnimationFrame(() => setTimeout(() => delete dataset.deferBelowFold));
  }, [view, isPlaceholder]);
}
