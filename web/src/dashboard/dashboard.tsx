import type { User } from "@logbook/domain";
import { useDeferredValue, useEffect } from "react";
import { useNavigate } from "react-router-dom";
import { whenIdle } from "../app/later.ts";
import { detailsCode } from "../issue/details-code.ts";
import { ListNews } from "../list/list-news.tsx";
import { useIssues } from "../list/use-issues.ts";
import { useListView } from "../list/use-list-view.ts";
import { useLiveList } from "../list/use-live-list.ts";
import { useSession } from "../session/use-session.ts";
import { TooltipLayer } from "../ui/tooltip-layer.tsx";
import { DashboardPage } from "./dashboard-page.tsx";
import { useKeptList } from "./use-kept-list.ts";

/** The dashboard at work: its list by the address, and how to leave. */
export function Dashboard({ user }: { user: User }) {
  const controls = useListView();
  const live = useLiveList(controls.view, useIssues(controls.view));
  // A hundred cards at once would keep everything waiting: React draws the new list in slices, beside the old one.
  const data = useDeferredValue(live.issues.data);
  const issues = {
    ...live.issues,
    data,
    isPlaceholderData: data !== undefined && (live.issues.isPlaceholderData || data !== live.issues.data),
  };
  useKeptList(user.id, controls.view, live.issues);
  useEffect(() => whenIdle(detailsCode.load), []);
  const { signOut } = useSession();
  const navigate = useNavigate();
  const leave = () => {
    signOut().catch((error: unknown) => console.error("Failed to sign out of Firebase:", error));
    // The next person starts with a view of their own.
    navigate("/");
  };
  return (
    <>
      <DashboardPage
        user={user}
        controls={controls}
        issues={issues}
        leave={leave}
        news={<ListNews live={live} user={user} />}
      />
      <TooltipLayer />
    </>
  );
}
