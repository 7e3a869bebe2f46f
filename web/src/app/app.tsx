import { type QueryClient, QueryClientProvider } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { BrowserRouter, useLocation } from "react-router-dom";
import { queryClient } from "../shared/api/query-client.ts";
import { lazyResource } from "../shared/lazy/lazy-resource.ts";
import { ADMIN_SCREENS } from "../shared/screens/screens.ts";
import { onUserChange } from "../shared/session/store.ts";
import { Announcer, hush } from "../shared/ui/announcer.tsx";
import { ErrorBoundary } from "../shared/ui/error-boundary.tsx";
import { TooltipLayer } from "../shared/ui/tooltip-layer.tsx";
import { Home, type Screens } from "./home.tsx";
import { LazyScreen } from "./lazy-screen.tsx";

const notFound = lazyResource(() => import("./not-found.tsx"));
const adminScreen = lazyResource(() => import("./admin-screen.tsx"));

// The next person has not done what was said last, and is not to undo it.
onUserChange(hush);

/** Props of `App`; router and query client are the page's own unless its markup is made elsewhere. */
interface AppProps extends Screens {
  Router?: typeof PageRouter;
  client?: QueryClient;
}

/** The whole app: its routes (section 2, and those for admins) and what stands around them. */
export function App({ Router = PageRouter, client = queryClient, ...screens }: AppProps) {
  return (
    <ErrorBoundary>
      <QueryClientProvider client={client}>
        <Router>
          <Screen {...screens} />
        </Router>
        <Announcer />
        <TooltipLayer />
      </QueryClientProvider>
    </ErrorBoundary>
  );
}

// For so few routes the router's own table of them, 4 KB, is not needed.
function Screen(screens: Screens) {
  const { pathname } = useLocation();
  if (pathname === "/") return <Home {...screens} />;
  const screen = ADMIN_SCREENS.find(({ path }) => path === pathname);
  if (!screen) return <LazyScreen code={notFound}>{({ NotFound }) => <NotFound />}</LazyScreen>;
  return (
    <LazyScreen code={adminScreen}>
      {({ AdminScreen }) => <AdminScreen path={screen.path} LoggedOut={screens.LoggedOut} />}
    </LazyScreen>
  );
}

function PageRouter({ children }: { children: ReactNode }) {
  return <BrowserRouter useTransitions={false}>{children}</BrowserRouter>;
}
