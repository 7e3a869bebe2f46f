import { lazy, Suspense } from "react";
import { LoggedOut } from "../auth/logged-out.tsx";
import { useSession } from "../session/use-session.ts";
import { loadDashboard } from "./load-dashboard.ts";

const Dashboard = lazy(loadDashboard);

/** Route `/`: the notice for visitors, the dashboard for members. */
export function Home() {
  const { user } = useSession();
  if (user === null) return <LoggedOut />;
  return (
    <Suspense fallback={<div className="cover h-16" />}>
      <Dashboard key={user.id} user={user} />
    </Suspense>
  );
}
