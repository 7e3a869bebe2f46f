import type { User } from "@logbook/domain";
import { type ComponentType, useEffect, useState } from "react";
import { useSearchParams } from "react-router-dom";
import type { LoggedOutProps } from "../features/auth/index.ts";
import { KeyListener } from "../features/keys/index.ts";
import { whenIdle } from "../shared/browser/when-idle.ts";
import { lazyResource } from "../shared/lazy/lazy-resource.ts";
import { NEWS_PARAMETER, REPORT_PARAMETER } from "../shared/screens/report-address.ts";
import { useSession } from "../shared/session/store.ts";
import { LazyScreen } from "./lazy-screen.tsx";
import { useReportLinks } from "./use-report-links.ts";

/** The screens of route `/` for visitors and members. A page starts with the code of one and loads the other lazily. */
export interface HomeComponents {
  LoggedOut: ComponentType<LoggedOutProps>;
  Dashboard: ComponentType<{ user: User }>;
}

export const dashboardCode = lazyResource(() => import("../features/dashboard/index.ts"));
/** The screens of people who wait to be let in or set a new password. */
export const accountScreensCode = lazyResource(() => import("../features/auth/index-lazy.ts"));
const reportPageCode = lazyResource(() => import("../features/report-page/index.ts"));
const changelogCode = lazyResource(() => import("../features/changelog/index.ts"));

/** Route `/`: for visitors the logged-out page, for members the dashboard, a report's page or What's new. */
export function Home({ LoggedOut, Dashboard }: HomeComponents) {
  const { user } = useSession();
  // Visitors need no cached page, and a development server has no service worker.
  const needsCache = user !== null && import.meta.env.PROD;
  useEffect(() => (needsCache ? whenIdle(updateAppShellCache) : undefined), [needsCache]);
  if (user?.isWaiting)
    return <LazyScreen code={accountScreensCode}>{({ WaitingPage }) => <WaitingPage user={user} />}</LazyScreen>;
  return user !== null ? (
    <MemberHome key={user.id} user={user} Dashboard={Dashboard} />
  ) : (
    <LoggedOut preload={dashboardCode.load} />
  );
}

/** The list stays mounted while another page is shown, so that Back shows the list unchanged. */
function MemberHome({ user, Dashboard }: { user: User; Dashboard: HomeComponents["Dashboard"] }) {
  const [params] = useSearchParams();
  // The number or id of a report; `null` for the list.
  const reference = params.get(REPORT_PARAMETER);
  const hasNews = reference === null && params.has(NEWS_PARAMETER);
  const isListVisible = reference === null && !hasNews;
  // A page that starts with another page mounts the list when the user first goes to the list.
  const [isListMounted, setIsListMounted] = useState(isListVisible);
  if (isListVisible && !isListMounted) setIsListMounted(true);
  useReportLinks(isListVisible);
  return (
    <>
      <KeyListener user={user} />
      {hasNews && <LazyScreen code={changelogCode}>{({ ChangelogPage }) => <ChangelogPage user={user} />}</LazyScreen>}
      {reference !== null && (
        <LazyScreen code={reportPageCode}>
          {({ ReportPage }) => <ReportPage key={reference} user={user} reference={reference} />}
        </LazyScreen>
      )}
      {isListMounted && (
        <div hidden={!isListVisible}>
          <Dashboard user={user} />
        </div>
      )}
    </>
  );
}

function updateAppShellCache(): void {
  // If this code cannot be loaded, the next visit updates the cache.
  import("./app-shell-cache.ts").then((module) => module.updateAppShellCache()).catch(() => undefined);
}
