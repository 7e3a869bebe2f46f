import type { User } from "@logbook/domain";
import type { ComponentType } from "react";
import { useSession } from "../session/use-session.ts";

/** The two screens of route `/`: the one that a page begins with is there, the other is loaded lazily. */
export interface Screens {
  LoggedOut: ComponentType;
  Dashboard: ComponentType<{ user: User }>;
}

/** Route `/`: the notice for visitors, the dashboard for members. */
export function Home({ LoggedOut, Dashboard }: Screens) {
  const { user } = useSession();
  return user === null ? <LoggedOut /> : <Dashboard key={user.id} user={user} />;
}
