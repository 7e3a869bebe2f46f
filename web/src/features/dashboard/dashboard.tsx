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
import { detailsCode, loadVotes, unfoldForPrint } from "../report/index.ts";
import { NewsLine } from "./news-line.tsx";
import { ReportForms } from "./report-forms.tsx";
import { Summary } from "./summary.tsx";
import { useListCache } from "./use-list-cache.ts";

// Memoized, so that a search re-renders only the filters and the list.
const MemoHeader = memo(Header);
const MemoSummary = memo(Summary);
const MemoReportForms = memo(ReportForms);
const MemoFooter = memo(Footer);

/** The dashboard (section 2): the summary, the two forms, and the list that the address describes. */
export function Dashboard({ user }: { user: User }) {
  const controls = useListView();
  const live = useLiveList(controls.view, useReports(controls.view));
  const list = useDeferredList(live.list);
  const { data, isPlaceholderData } = list;
  const renderedView = useRef(controls.view);
  useLayoutEffect(() => {
    if (isPlaceholderData || renderedView.current === controls.view) return;
    renderedView.current = controls.view;
    deferBelowFold();
  }, [controls.view, isPlaceholderData]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs after each change of the list
  useLayoutEffect(restoreScrollAnchor, [data]);
  useRelativeTimeUpdates();
  useListCache(user, controls.view, live.list);
  useEffect(() => whenIdle(detailsCode.load), []);
  useEffect(() => whenIdle(() => void loadVotes()), []);
  useEffect(unfoldForPrint, []);
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
          <ListUpdates live={live} user={user} />
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
  const views = useLazyResource(savedViewsCode, false);
  if (views.kind !== "loaded") return null;
  return <views.code.SavedViews query={writeView({ ...view, page: 1 }).toString()} setView={setView} />;
}

/** Up to this many cards are rendered at once without a noticeable delay. */
const MAX_CARDS_AT_ONCE = 25;

/** Defers a longer list, so that React renders it in steps and the page still responds. */
function useDeferredList(list: ReportsQuery): ReportsQuery {
  const latestData = list.data;
  const deferredData = useDeferredValue(latestData);
  const data = latestData !== undefined && latestData.issues.length > MAX_CARDS_AT_ONCE ? deferredData : latestData;
  return { ...list, data, isPlaceholderData: data !== undefined && (list.isPlaceholderData || data !== latestData) };
}
