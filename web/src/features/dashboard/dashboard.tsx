import type { User } from "@logbook/domain";
import { useDeferredValue, useEffect, useLayoutEffect, useRef } from "react";
import { whenIdle } from "../../shared/browser/when-idle.ts";
import { useScreenNavigation } from "../../shared/screens/use-screen-navigation.ts";
import { useRelativeTimeUpdates } from "../../shared/time/use-relative-time-updates.ts";
import {
  deferBelowFold,
  ListUpdates,
  restoreScrollAnchor,
  useListView,
  useLiveList,
  useReports,
} from "../list/index.ts";
import { detailsCode, unfoldForPrint } from "../report/index.ts";
import { DashboardPage } from "./dashboard-page.tsx";
import { useListCache } from "./use-list-cache.ts";

/** Up to this many cards are rendered at once without a noticeable delay. */
const MAX_CARDS_AT_ONCE = 25;

/** The dashboard with its list, as the address says. */
export function Dashboard({ user }: { user: User }) {
  const controls = useListView();
  const live = useLiveList(controls.view, useReports(controls.view));
  // A larger list is deferred, so that React renders it in slices and the page still responds.
  const latest = live.list.data;
  const deferred = useDeferredValue(latest);
  const data = latest !== undefined && latest.issues.length > MAX_CARDS_AT_ONCE ? deferred : latest;
  const list = {
    ...live.list,
    data,
    isPlaceholderData: data !== undefined && (live.list.isPlaceholderData || data !== latest),
  };
  const { isPlaceholderData } = list;
  const renderedView = useRef(controls.view);
  useLayoutEffect(() => {
    if (isPlaceholderData || renderedView.current === controls.view) return;
    renderedView.current = controls.view;
    deferBelowFold();
  }, [controls.view, isPlaceholderData]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: after each change of the list
  useLayoutEffect(restoreScrollAnchor, [data]);
  useRelativeTimeUpdates();
  useListCache(user, controls.view, live.list);
  useEffect(() => whenIdle(detailsCode.load), []);
  useEffect(unfoldForPrint, []);
  const { signOut, navigate } = useScreenNavigation();
  return (
    <DashboardPage
      user={user}
      controls={controls}
      list={list}
      signOut={signOut}
      navigate={navigate}
      updates={<ListUpdates live={live} user={user} />}
    />
  );
}
