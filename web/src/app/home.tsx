import type { User } from "@logbook/domain";
import { type ComponentType, useEffect } from "react";
import type { LoggedOutProps } from "../features/auth/index.ts";
import { whenIdle } from "../shared/browser/when-idle.ts";
import { useSession } from "../shared/session/use-session.ts";
import { dashboardCode } from "./load-dashboard.ts";
import { updateAppShellCacheOnce } from "./update-app-shell-cache-once.ts";

/** The two screens of route `/`. The page contains the one it starts with; the other is loaded lazily. */
export interface Screens {
  LoggedOut: ComponentType<LoggedOutProps>;
  Dashboard: ComponentType<{ user: User }>;
}

/** Route `/`: the notice for visitors, the dashboard for members. */
export function Home({ LoggedOut, Dashboard }: Screens) {
  const { user } = useSession();
  const isMember = user !== null;
  useEffect(() => (isMember ? whenIdle(updateAppShellCacheOnce) : undefined), [isMember]);
  return isMember ? <Dashboard key={user.id} user={user} /> : <LoggedOut preload={dashboardCode.load} />;
}
