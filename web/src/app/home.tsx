import type { User } from "@logbook/domain";
import { type ComponentType, useEffect, useState } from "react";
import { useSearchParams } from "react-router-dom";
import type { LoggedOutProps } from "../features/auth/index.ts";
import { whenIdle } from "../shared/browser/when-idle.ts";
import { lazyResource } from "../shared/lazy/lazy-resource.ts";
import { REPORT_PARAMETER } from "../shared/screens/report-address.ts";
import { useSession } from "../shared/session/use-session.ts";
import { LazyScreen } from "./lazy-screen.tsx";
import { useReportLinks } from "./use-report-links.ts";

/** The two screens of route `/`. The page starts with one of them and loads the other lazily. */
export interface Screens {
  LoggedOut: ComponentType<LoggedOutProps>;
  Dashboard: ComponentType<{ user: User }>;
}

export const dashboardCode = lazyResource(() => import("../features/dashboard/index.ts"));
const reportPageCode = lazyResource(() => import("../features/report-page/index.ts"));

/** Route `/`: the notice for visitors; for members the dashboard, or the page of the report that the address names. */
export function Home({ LoggedOut, Dashboard }: Screens) {
  const { user } = useSession();
  const isMember = user !== null;
  useEffect(() => (isMember ? whenIdle(updateAppShellCacheOnce) : undefined), [isMember]);
  return isMember ? (
    <MemberHome key={user.id} user={user} Dashboard={Dashboard} />
  ) : (
    <LoggedOut preload={dashboardCode.load} />
  );
}

/** The list stays mounted behind a report's page, so that Back shows it as it was. */
function MemberHome({ user, Dashboard }: { user: User; Dashboard: Screens["Dashboard"] }) {
  const reference = useSearchParams()[0].get(REPORT_PARAMETER);
  const isList = reference === null;
  const [hasList, setHasList] = useState(isList);
  if (isList && !hasList) setHasList(true);
  useReportLinks(isList);
  return (
    <>
      {!isList && (
        <LazyScreen code={reportPageCode}>
          {({ ReportPage }) => <ReportPage key={reference} user={user} reference={reference} />}
        </LazyScreen>
      )}
      {hasList && (
        <div hidden={!isList}>
          <Dashboard user={user} />
        </div>
      )}
    </>
  );
}

let isCacheUpdateStarted = false;

/** Updates the app-shell cache at the first call in this window; never in development. Its code is loaded lazily. */
function updateAppShellCacheOnce(): void {
  if (isCacheUpdateStarted || !import.meta.env.PROD) return;
  isCacheUpdateStarted = true;
  import("./app-shell-cache.ts").then(({ updateAppShellCache }) => updateAppShellCache()).catch(() => undefined);
}
