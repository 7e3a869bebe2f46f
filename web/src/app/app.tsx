import { QueryClientProvider } from "@tanstack/react-query";
import { lazy, type ReactNode, Suspense } from "react";
import { BrowserRouter, useLocation } from "react-router-dom";
import { queryClient } from "../api/query-client.ts";
import { onOtherUser } from "../session/store.ts";
import { Announcer, hush } from "../ui/announcer.tsx";
import { ErrorBoundary } from "./error-boundary.tsx";
import { Home, type Screens } from "./home.tsx";
import { ADMIN_SCREENS } from "./screens.ts";

const NotFound = lazy(async () => ({ default: (await import("./not-found.tsx")).NotFound }));
const AdminScreen = lazy(async () => ({ default: (await import("./admin-screen.tsx")).AdminScreen }));

// The next person has not done what was said last, and is not to undo it.
onOtherUser(hush);

/** The whole app: its routes (section 2, and those for admins) and what stands around them. */
export function App({ Router = PageRouter, ...screens }: Screens & { Router?: typeof PageRouter }) {
  return (
    <ErrorBoundary>
      <QueryClientProvider client={queryClient}>
        <Router>
          <Suspense fallback={<div className="cover h-16" />}>
            <Screen {...screens} />
          </Suspense>
        </Router>
        <Announcer />
      </QueryClientProvider>
    </ErrorBoundary>
  );
}

// For so few routes the router's own table of them, 4 KB, is not needed.
function Screen(screens: Screens) {
  const { pathname } = useLocation();
  if (pathname === "/") return <Home {...screens} />;
  const screen = ADMIN_SCREENS.find(({ path }) => path === pathname);
  return screen ? <AdminScreen path={screen.path} LoggedOut={screens.LoggedOut} /> : <NotFound />;
}

function PageRouter({ children }: { children: ReactNode }) {
  return <BrowserRouter useTransitions={false}>{children}</BrowserRouter>;
}
