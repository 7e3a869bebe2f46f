import type { User } from "@logbook/domain";
import { memo, useDeferredValue, useEffect, useLayoutEffect, useRef } from "react";
import { whenIdle } from "../../shared/browser/when-idle.ts";
import { lazyResource, useLazyResource } from "../../shared/lazy/lazy-resource.ts";
import { LIST_HEADING_ID } from "../../shared/paged-list/list-focus.ts";
import { useRelativeTimeUpdates } from "../../shared/time/use-relative-time-updates.ts";
import { Footer, Header } from "../layout/index.ts";
import {
  deferBelowFold,
  FilterBar,
  ListUpdates,
  type ListViewControls,
  ReportList,
  type ReportsQuery,
  restoreScrollAnchor,
  useListView,
  useLiveList,
  useReports,
  ViewTabs,
  writeView,
} from "../list/index.ts";
import { detailsCode, loadVotes } from "../report/index.ts";
import { NewsLine } from "./news-line.tsx";
import { ReportForms } from "./report-forms.tsx";
import { Summary } from "./summary.tsx";
import { useListCache } from "./use-list-cache.ts";

// Memoized, so that a new search re-renders only the filters and the list.
const MemoHeader = memo(Header);
const MemoSummary = memo(Summary);
const MemoReportForms = memo(ReportForms);
const MemoFooter = memo(Footer);

/** The dashboard (section 2): the summary, the two forms, and the list that the address describes. */
export function Dashboard({ user }: { user: User }) {
  const controls = useListView();
  const liveList = useLiveList(controls.view, useReports(controls.view));
  const list = useDeferredList(liveList.list);
  const { data, isPlaceholderData } = list;
  // When the list of another view is first rendered, its cards below the fold are rendered one frame later.
  const renderedView = useRef(controls.view);
  useLayoutEffect(() => {
    if (isPlaceholderData || renderedView.current === controls.view) return;
    renderedView.current = controls.view;
    deferBelowFold();
  }, [controls.view, isPlaceholderData]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a change of the list may have moved the anchor
  useLayoutEffect(restoreScrollAnchor, [data]);
  useRelativeTimeUpdates();
  useListCache(user, controls.view, liveList.list);
  useEffect(() => whenIdle(detailsCode.load), []);
  useEffect(() => whenIdle(loadVotes), []);
  return (
    <div className="flex min-h-dvh flex-col">
      <MemoHeader user={user} />
      <main id="main" tabIndex={-1} className="mx-auto w-full max-w-6xl flex-1 px-3 py-1 sm:px-6 sm:py-6">
        <MemoSummary stats={data?.stats} hasFailed={list.isError} />
        <MemoReportForms user={user} />
        <section aria-labelledby={LIST_HEADING_ID} className="mt-1 sm:mt-5 sticking:mt-0">
          <FilterBar list={list} {...controls}>
            <NewsLine />
          </FilterBar>
          <div className="flex flex-wrap items-center gap-x-2 max-sm:filters-folded:hidden print:hidden">
            <ViewTabs {...controls} />
            <LazySavedViews {...controls} />
          </div>
          <ListUpdates liveList={liveList} user={user} />
          <ReportList user={user} list={list} {...controls} />
        </section>
      </main>
      <MemoFooter />
    </div>
  );
}

const savedViewsCode = lazyResource(() => import("../saved-views/index.ts"));

/** The saved views, once their code has loaded. The list works without them, so a failure shows no error. */
function LazySavedViews({ view, setView }: Pick<ListViewControls, "view" | "setView">) {
  useEffect(() => whenIdle(savedViewsCode.load), []);
  // The effect loads the code, so this hook must not load it earlier.
  const isNeeded = false;
  const savedViews = useLazyResource(savedViewsCode, isNeeded);
  if (savedViews.kind !== "loaded") return null;
  const queryWithoutPage = writeView({ ...view, page: 1 }).toString();
  return <savedViews.code.SavedViews query={queryWithoutPage} setView={setView} />;
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
