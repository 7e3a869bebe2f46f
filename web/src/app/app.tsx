import { QueryClientProvider } from "@tanstack/react-query";
import { lazy, type ReactNode, Suspense } from "react";
import { BrowserRouter, useLocation } from "react-router-dom";
import { queryClient } from "../api/query-client.ts";
import { Announcer } from "../ui/announcer.tsx";
import { ErrorBoundary } from "./error-boundary.tsx";
import { Home, type Screens } from "./home.tsx";

const NotFound = lazy(async () => ({ default: (await import("./not-found.tsx")).NotFound }));

/** The whole app: its two routes (section 2) and what stands around them. */
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

// For two routes the router's own table of them, 4 KB, is not needed.
function Screen(screens: Screens) {
  const { pathname } = useLocation();
  return pathname === "/" ? <Home {...screens} /> : <NotFound />;
}

function PageRouter({ children }: { children: ReactNode }) {
  return <BrowserRouter useTransitions={false}>{children}</BrowserRouter>;
}
