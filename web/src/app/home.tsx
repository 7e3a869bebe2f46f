import type { User } from "@logbook/domain";
import { type ComponentType, useEffect } from "react";
import type { LoggedOutProps } from "../features/auth/index.ts";
import { whenIdle } from "../shared/browser/when-idle.ts";
import { lazyResource } from "../shared/lazy/lazy-resource.ts";
import { useSession } from "../shared/session/use-session.ts";

/** The two screens of route `/`. The page contains the one it starts with; the other is loaded lazily. */
export interface Screens {
  LoggedOut: ComponentType<LoggedOutProps>;
  Dashboard: ComponentType<{ user: User }>;
}

export const dashboardCode = lazyResource(() => import("../features/dashboard/index.ts"));

/** Route `/`: the notice for visitors, the dashboard for members. */
export function Home({ LoggedOut, Dashboard }: Screens) {
  const { user } = useSession();
  const isMember = user !== null;
  useEffect(() => (isMember ? whenIdle(updateAppShellCacheOnce) : undefined), [isMember]);
  return isMember ? <Dashboard key={user.id} user={user} /> : <LoggedOut preload={dashboardCode.load} />;
}

let isDone = !import.meta.env.PROD;

/** Updates the app-shell cache at the first call in this window; never in development. Its code is loaded lazily. */
function updateAppShellCacheOnce(): void {
  if (isDone) return;
  isDone = true;
  import("./app-shell-cache.ts").then(({ updateAppShellCache }) => updateAppShellCache()).catch(() => undefined);
}
