import type { User } from "@logbook/domain";
import { useDeferredValue, useEffect, useLayoutEffect, useRef } from "react";
import { whenIdle } from "../../shared/browser/when-idle.ts";
import { useScreenNavigation } from "../../shared/screens/use-screen-navigation.ts";
import { useRelativeTimeUpdates } from "../../shared/time/use-relative-time-updates.ts";
import {
  deferBelowFold,
  ListUpdates,
  restoreScrollAnchor,
  useIssues,
  useListView,
  useLiveList,
} from "../list/index.ts";
import { detailsCode, drawForPrint } from "../report/index.ts";
import { DashboardPage } from "./dashboard-page.tsx";
import { useListCache } from "./use-list-cache.ts";

/** So many cards are drawn in one go without anybody noticing. */
const AT_ONCE = 25;

/** The dashboard at work: its list by the address, and how to leave. */
export function Dashboard({ user }: { user: User }) {
  const controls = useListView();
  const live = useLiveList(controls.view, useIssues(controls.view));
  // A hundred cards at once would keep everything waiting: React draws such a list in slices, beside the old one.
  const latest = live.issues.data;
  const sliced = useDeferredValue(latest);
  const data = latest !== undefined && latest.issues.length > AT_ONCE ? sliced : latest;
  const issues = {
    ...live.issues,
    data,
    isPlaceholderData: data !== undefined && (live.issues.isPlaceholderData || data !== latest),
  };
  const { isPlaceholderData } = issues;
  const drawn = useRef(controls.view);
  useLayoutEffect(() => {
    if (isPlaceholderData || drawn.current === controls.view) return;
    drawn.current = controls.view;
    deferBelowFold();
  }, [controls.view, isPlaceholderData]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each time other entries are drawn
  useLayoutEffect(restoreScrollAnchor, [data]);
  useRelativeTimeUpdates();
  useListCache(user, controls.view, live.issues);
  useEffect(() => whenIdle(detailsCode.load), []);
  useEffect(drawForPrint, []);
  const { signOut, navigate } = useScreenNavigation();
  return (
    <DashboardPage
      user={user}
      controls={controls}
      issues={issues}
      signOut={signOut}
      navigate={navigate}
      news={<ListUpdates live={live} user={user} />}
    />
  );
}
